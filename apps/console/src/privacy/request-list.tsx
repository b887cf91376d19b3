import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import type { Column } from '../parts/data-table';
import { FilterChips } from '../parts/filter-chips';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { useScope } from '../session';
import { CopyLink } from './copy-link';
import { DaysLeft } from './days-left';
import { NewRequestForm } from './new-request';
import { PrivacyPages } from './privacy-pages';
import { isRunning, perPage, requestKinds, requestsQuery, type SubjectRequest } from './queries';
import { RequestBadge } from './request-badge';

const states = ['running', 'done', 'refused'] as const;

/** The requests of persons for their data, newest first. */
export function RequestList() {
  const { t } = useLanguage();
  const texts = t.privacyScreen;
  const { company, page, showPage, filters, filter, isFiltered, clear } = useRecordSearch();
  const mayWrite = useScope('privacy:write');
  const { data, error, refetch } = useQuery(requestsQuery(company, page, filters));
  const columns: Column<SubjectRequest>[] = [
    {
      name: texts.request,
      cell: ({ uuid, kind }) => (
        <Link to="/privacy/$uuid" params={{ uuid }} className="link">
          {texts.kinds[kind]}
        </Link>
      ),
    },
    { name: texts.state, cell: ({ state }) => <RequestBadge state={state} /> },
    { name: texts.asked, cell: ({ created_at }) => <Moment at={created_at} /> },
    { name: texts.due, cell: (request) => isRunning(request) && <DaysLeft request={request} /> },
    { name: texts.answered, cell: ({ answers }) => `${answers.filter(isAnswered).length} / ${answers.length}` },
    { name: texts.file, cell: ({ file }) => file && <CopyLink file={file} /> },
  ];
  return (
    <RecordList
      title={texts.title}
      actions={mayWrite && <NewRequestForm company={company} />}
      found={data && { rows: data.subject_request, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      onPage={showPage}
      empty={{ title: texts.none, hint: texts.noneHint }}
      clear={isFiltered ? clear : undefined}
    >
      <PrivacyPages />
      <FilterChips
        fields={[
          { name: 'state', label: texts.state, isSingle: true, choices: choicesOf(states, texts.states) },
          { name: 'kind', label: texts.kind, isSingle: true, choices: choicesOf(requestKinds, texts.kinds) },
        ]}
        filters={filters}
        onChange={filter}
      />
    </RecordList>
  );
}

const isAnswered = ({ state }: SubjectRequest['answers'][number]) => state === 'done';

const choicesOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));
