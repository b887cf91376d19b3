import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '../api';

/** A record as a list has shown it: its own page shows that until it has read the record. */
export function findListed<Row>(list: QueryKey, isWanted: (row: Row) => boolean): Row | undefined {
  const pages = queryClient.getQueriesData<{ data: Row[] }>({ queryKey: list });
  return pages.flatMap(([, page]) => page?.data ?? []).find(isWanted);
}
