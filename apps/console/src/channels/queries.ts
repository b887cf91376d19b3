import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';

export type Channel = AnswerOf<'listChannels'>['data'][number];
export type Feed = AnswerOf<'listCoreFeeds'>['data'][number];
export const perPage = 20;

export const channelsQuery = (company: number, page: number) =>
  queryOptions({
    queryKey: ['channels', company, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { company_id: company, page, per_page: perPage };
      return unwrap(herald.GET('/channels/v1/channels', { params: { query }, signal }));
    },
  });

export const feedsQuery = (company: number, page: number) =>
  queryOptions({
    queryKey: ['feeds', company, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { company_id: company, page, per_page: perPage };
      return unwrap(herald.GET('/channels/v1/core_feed', { params: { query }, signal }));
    },
  });

export const createFeed = (company: number, name: string) =>
  unwrap(herald.POST('/channels/v1/core_feed', { body: { company_id: company, name } }));

export function createChannel(company: number, given: Record<string, string>) {
  const { name = '', message_type = '', app_id = '', source = '', id_1_name = '', id_1 = '' } = given;
  const body = {
    company_id: company,
    name,
    message_type,
    logged_required: given.logged_required === 'true',
    data_source: { source, id_1_name, id_1 },
    ...(app_id ? { app_id } : {}),
  };
  return unwrap(herald.POST('/channels/v1/channels', { body }));
}
