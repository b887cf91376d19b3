import { unwrap, type AnswerOf, type operations } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';
import { liveMs } from '../parts/live-switch';
import { searchOf, type Filters } from '../parts/record-search';
import type { ByteStream } from '../parts/save-file';

export type AuditRecord = AnswerOf<'searchRecords'>['audit'][number];
type SearchBody = operations['searchRecords']['requestBody']['content']['application/json'];
export const perPage = 50;

export const auditQuery = (filters: Filters, page: number, isLive: boolean) =>
  queryOptions({
    queryKey: ['audit', filters, page],
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? liveMs : false,
    queryFn: ({ signal }) => {
      const params = { query: { page, per_page: perPage } };
      const body = searchOf(filters) as SearchBody;
      return unwrap(herald.POST('/audit/api/v1/audit/search', { params, body, signal }));
    },
  });

export const auditAsCsv = (filters: Filters, signal: AbortSignal): Promise<ByteStream> => {
  const body = searchOf(filters) as SearchBody;
  return unwrap(
    herald.POST('/audit/api/v1/audit/search.csv', { body, signal, parseAs: 'stream' }),
  ) as Promise<ByteStream>;
};
