import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { herald } from '../api';
import { useLanguage } from '../language/language';
import type { Column } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { useScope } from '../session';
import { Credentials } from './credentials';
import { NewApp } from './new-app';

type App = AnswerOf<'listApps'>['app'][number];
const perPage = 20;

const appPageQuery = (company: number, page: number) =>
  queryOptions({
    queryKey: ['app-page', company, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const params = { path: { id: company }, query: { page, per_page: perPage } };
      return unwrap(herald.GET('/company/api/v2/company/{id}/app', { params, signal }));
    },
  });

/** The apps of a company, and their push credentials, which are only written. */
export function AppList() {
  const { t } = useLanguage();
  const texts = t.appScreen;
  const { company, page, showPage } = useRecordSearch();
  const mayCreate = useScope('company:write');
  const maySave = useScope('notifications:write');
  const { data, error, refetch } = useQuery(appPageQuery(company, page));
  const columns: Column<App>[] = [
    {
      name: texts.app,
      cell: ({ name, bundle_id, flavor_id }) => (
        <>
          <strong>{name || bundle_id}</strong>
          <small className="below">{flavor_id === bundle_id ? bundle_id : `${bundle_id} · ${flavor_id}`}</small>
        </>
      ),
    },
    { name: t.deviceScreen.system, cell: ({ os }) => t.deviceScreen.systems[os] },
    { name: t.id, cell: ({ id }) => id },
    { name: t.created, cell: ({ created_at }) => <Moment at={created_at} /> },
    ...(maySave ? [{ name: texts.credentials, cell: (app: App) => <Credentials app={app} /> }] : []),
  ];
  return (
    <RecordList
      title={texts.title}
      actions={mayCreate && <NewApp company={company} />}
      found={data && { rows: data.app, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={({ id }) => String(id)}
      onPage={showPage}
      empty={{ title: texts.none, hint: texts.noneHint }}
    />
  );
}
