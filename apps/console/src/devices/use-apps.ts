import { useQuery } from '@tanstack/react-query';
import { useIsAllowed } from '../parts/query-scope';
import { appsQuery } from './queries';

/** The apps of a company, if the token may read them; `nameOf` gives an app's bundle id, or its id. */
export function useApps(company: number) {
  const query = appsQuery(company);
  const { data = [] } = useQuery({ ...query, enabled: useIsAllowed(query) });
  return { list: data, nameOf: (id: string) => data.find((app) => String(app.id) === id)?.bundle_id ?? id };
}
