import { useQuery } from '@tanstack/react-query';
import { useScope } from '../session';
import { appsQuery } from './queries';

/** The apps of a company, if the token may read them; `nameOf` gives an app's bundle id, or its id. */
export function useApps(company: number) {
  const mayRead = useScope('company:read');
  const { data = [] } = useQuery({ ...appsQuery(company), enabled: mayRead });
  return { list: data, nameOf: (id: string) => data.find((app) => String(app.id) === id)?.bundle_id ?? id };
}
