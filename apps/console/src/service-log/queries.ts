import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';
import { liveMs } from '../parts/live-switch';
import { searchOf, type Filters } from '../parts/record-search';
import type { ByteStream } from '../parts/save-file';

export type LogRecord = AnswerOf<'listServiceEvents'>['data'][number];
export const perPage = 50;

/** The filters as the service log takes them. */
function logQueryOf(company: number, { result, companies, ...filters }: Filters) {
  const owner = companies ? {} : { company_id: company };
  return { ...owner, ...searchOf(filters), ...(result ? { result: result[0] === 'true' } : {}) };
}

export const logRecordsQuery = (company: number, filters: Filters, page: number, isLive: boolean) =>
  queryOptions({
    queryKey: ['service-log', company, filters, page],
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? liveMs : false,
    queryFn: ({ signal }) => {
      const query = { ...logQueryOf(company, filters), page, per_page: perPage };
      return unwrap(herald.GET('/events/v1/event/service', { params: { query }, signal }));
    },
  });

export const logAsCsv = (company: number, filters: Filters, signal: AbortSignal): Promise<ByteStream> => {
  const params = { query: logQueryOf(company, filters) };
  return unwrap(
    herald.GET('/events/v1/event/service.csv', { params, signal, parseAs: 'stream' }),
  ) as Promise<ByteStream>;
};
