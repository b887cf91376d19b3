import { useQuery } from '@tanstack/react-query';
import { useApps } from '../devices/use-apps';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import type { Column } from '../parts/data-table';
import { FormDialog } from '../parts/form-dialog';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { useScope } from '../session';
import { channelsQuery, createChannel, perPage, type Channel } from './queries';

/** The channels of a company, newest first. */
export function ChannelList() {
  const { t } = useLanguage();
  const texts = t.channelScreen;
  const { company, page, showPage } = useRecordSearch();
  const { nameOf } = useApps(company);
  const mayWrite = useScope('channels:write');
  const { data, error, refetch } = useQuery(channelsQuery(company, page));
  const columns: Column<Channel>[] = [
    { name: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { name: texts.type, cell: ({ message_type }) => message_type },
    { name: t.application, cell: ({ app_id }) => app_id && nameOf(app_id) },
    {
      name: texts.source,
      cell: ({ data_source: { source, id_1_name, id_1 } }) => (
        <>
          {source}
          <small className="below">
            {id_1_name} {id_1}
          </small>
        </>
      ),
    },
    { name: t.created, cell: ({ created_at }) => <Moment at={created_at} /> },
    { name: t.id, cell: ({ uuid }) => <CopyableId id={uuid} shown={`${uuid.slice(0, 8)}…`} /> },
  ];
  return (
    <RecordList
      title={texts.title}
      actions={mayWrite && <NewChannel company={company} />}
      found={data && { rows: data.data, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      onPage={showPage}
      empty={{ title: texts.none, hint: texts.noneHint }}
    />
  );
}

function NewChannel({ company }: { company: number }) {
  const { t } = useLanguage();
  const texts = t.channelScreen;
  const { list } = useApps(company);
  const apps = [
    { value: '', label: texts.noApp },
    ...list.map(({ id, bundle_id }) => ({ value: String(id), label: bundle_id })),
  ];
  return (
    <FormDialog
      button={texts.create}
      title={texts.create}
      fields={[
        { name: 'name', label: t.name },
        { name: 'message_type', label: texts.type, hint: 'notification' },
        { name: 'app_id', label: t.application, choices: apps, isOptional: true },
        { name: 'source', label: texts.source, hint: 'message-persistance' },
        { name: 'id_1_name', label: texts.idName, hint: 'message_id' },
        { name: 'id_1', label: t.id },
        {
          name: 'logged_required',
          label: texts.session,
          choices: [
            { value: 'false', label: texts.notRequired },
            { value: 'true', label: texts.required },
          ],
        },
      ]}
      send={({ texts: given }) => createChannel(company, given)}
    />
  );
}
