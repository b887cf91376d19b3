import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../language/language';
import { FilterChips } from '../parts/filter-chips';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { cardColumns } from './card-columns';
import { cardsQuery, perPage } from './queries';

/** The cards that were read for a company, newest first. */
export function CardList() {
  const spoken = useLanguage();
  const { t } = spoken;
  const texts = t.cardScreen;
  const search = useRecordSearch();
  const { data, error, refetch } = useQuery(cardsQuery(search.company, search.filters.nin?.[0], search.page));
  return (
    <RecordList
      title={texts.title}
      found={data && { rows: data.data, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={cardColumns(spoken)}
      keyOf={({ uuid }) => uuid}
      onPage={search.showPage}
      empty={{ title: texts.none, hint: texts.noneHint }}
      clear={search.isFiltered ? search.clear : undefined}
    >
      <FilterChips
        fields={[{ name: 'nin', label: texts.fields.nin, isSingle: true }]}
        filters={search.filters}
        onChange={search.filter}
      />
    </RecordList>
  );
}
