import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { filtersOfQuery } from '../devices/filters';
import { useLanguage } from '../language/language';
import type { Column } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { perPage, segmentsQuery, sizesQuery, type Segment } from './queries';
import { SegmentFilters } from './segment-filters';

/** The segments of a company, newest first, each with its size as of now. */
export function SegmentList() {
  const { t } = useLanguage();
  const texts = t.segmentScreen;
  const { company, page, showPage } = useRecordSearch();
  const { data, error, refetch } = useQuery(segmentsQuery(company, page));
  const { data: sizes } = useQuery(sizesQuery(data?.data.map(({ uuid }) => uuid) ?? []));
  const columns: Column<Segment>[] = [
    {
      name: t.name,
      cell: ({ uuid, name }) => (
        <Link to="/segments/$uuid" params={{ uuid }} className="link">
          {name}
        </Link>
      ),
    },
    { name: t.devices, cell: ({ uuid }) => <Size size={sizes?.get(uuid)} /> },
    {
      name: t.filters.title,
      cell: ({ company_id, index_query }) => (
        <SegmentFilters company={Number(company_id)} filters={filtersOfQuery(index_query)} />
      ),
    },
    { name: t.created, cell: ({ created_at }) => <Moment at={created_at} /> },
  ];
  return (
    <RecordList
      title={texts.title}
      found={data && { rows: data.data, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      onPage={showPage}
      empty={{
        title: texts.none,
        hint: (
          <>
            {texts.noneHint}{' '}
            <Link to="/devices" className="link">
              {texts.toDevices}
            </Link>
          </>
        ),
      }}
    />
  );
}

function Size({ size }: { size: number | undefined }) {
  const { number } = useLanguage();
  return <span className="figures">{size === undefined ? '…' : number(size)}</span>;
}
