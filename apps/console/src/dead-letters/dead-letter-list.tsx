import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import type { Column } from '../parts/data-table';
import { FilterChips } from '../parts/filter-chips';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { useScope } from '../session';
import { deadLettersQuery, maxShown, type DeadLetter } from './queries';
import { Redrive } from './redrive';

/** The messages that were given up, oldest first. */
export function DeadLetterList() {
  const { t } = useLanguage();
  const texts = t.deadLetterScreen;
  const search = useRecordSearch();
  const mayRedrive = useScope('dead-letters:write');
  const { data, error, refetch } = useQuery(deadLettersQuery(search.filters));
  const rows = data?.map((letter, at) => ({ ...letter, key: `${letter.id} ${at}` })) ?? [];
  const columns: Column<DeadLetter>[] = [
    {
      name: texts.message,
      cell: ({ type, queue }) => (
        <>
          <strong>{type}</strong>
          <small className="below">{queue}</small>
        </>
      ),
    },
    { name: texts.tries, cell: ({ tries }) => tries },
    { name: t.reason, cell: ({ reason }) => reason && <span className="wrapping">{reason}</span> },
    { name: texts.sent, cell: ({ at }) => at && <Moment at={at} isPrecise /> },
    { name: t.id, cell: ({ id }) => id && <CopyableId id={id} shown={`${id.slice(0, 8)}…`} /> },
  ];
  return (
    <RecordList
      title={texts.title}
      actions={mayRedrive && rows.length > 0 && <Redrive filters={search.filters} count={rows.length} />}
      found={data && { rows, page: 1, perPage: maxShown, total: rows.length }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={(letter) => (letter as (typeof rows)[number]).key}
      onPage={search.showPage}
      empty={{ title: texts.none, hint: texts.noneHint }}
      clear={search.isFiltered ? search.clear : undefined}
    >
      <FilterChips
        fields={[
          { name: 'queue', label: texts.queue, isSingle: true },
          { name: 'id', label: t.id, isSingle: true },
        ]}
        filters={search.filters}
        onChange={search.filter}
      />
    </RecordList>
  );
}
