import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { queryClient } from '../api';
import { currentSession, holdsScope } from '../session';

/** Starts a query of the screen that is opened, if the token may ask it: all of them start at once, none after another. */
export function prefetch<Data, Key extends QueryKey>(scope: string, query: FetchQueryOptions<Data, Error, Data, Key>) {
  if (holdsScope(currentSession(), scope)) void queryClient.prefetchQuery(query);
}
