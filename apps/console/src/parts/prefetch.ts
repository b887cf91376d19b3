import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { queryClient } from '../api';
import { currentSession } from '../session';
import { isAllowed } from './query-scope';

/** Starts a query of the screen that is opened, if the token may ask it: the queries of a screen run in parallel. */
export function prefetch<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) {
  if (isAllowed(currentSession(), query)) void queryClient.prefetchQuery(query);
}
