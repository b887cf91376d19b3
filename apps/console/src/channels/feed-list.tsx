import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import type { Column } from '../parts/data-table';
import { FormDialog } from '../parts/form-dialog';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { useScope } from '../session';
import { createFeed, feedsQuery, perPage, type Feed } from './queries';

/** The types of messages that a company's channels carry, newest first. */
export function FeedList() {
  const { t } = useLanguage();
  const texts = t.channelScreen;
  const { company, page, showPage } = useRecordSearch();
  const mayWrite = useScope('channels:write');
  const { data, error, refetch } = useQuery(feedsQuery(company, page));
  const columns: Column<Feed>[] = [
    { name: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { name: t.created, cell: ({ created_at }) => <Moment at={created_at} /> },
    { name: t.id, cell: ({ uuid }) => <CopyableId id={uuid} /> },
  ];
  return (
    <RecordList
      title={texts.feeds}
      actions={
        mayWrite && (
          <FormDialog
            button={texts.createFeed}
            title={texts.createFeed}
            fields={[{ name: 'name', label: t.name }]}
            send={({ texts: { name = '' } }) => createFeed(company, name)}
          />
        )
      }
      found={data && { rows: data.data, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      onPage={showPage}
      empty={{ title: texts.noFeeds, hint: texts.noFeedsHint }}
    />
  );
}
