import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { queryClient } from '../api';
import { currentSession, holdsScope } from '../session';

/** Starts a query of the screen that is opened, if the token may ask it: the queries of a screen run in parallel. */
export function prefetch<Data, Key extends QueryKey>(scope: string, query: FetchQueryOptions<Data, Error, Data, Key>) {
  if (holdsScope(currentSession(), scope)) void queryClient.prefetchQuery(query);
}
