import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';

export type Card = AnswerOf<'listCredentials'>['data'][number];
export type CardDetail = AnswerOf<'readCredential'>['data'];
export const perPage = 20;

export const cardsQuery = (company: number, nin: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['cards', company, nin, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { company_id: company, page, per_page: perPage, ...(nin ? { nin } : {}) };
      return unwrap(herald.GET('/sapien/api/v1/credential', { params: { query }, signal }));
    },
  });

export const cardsOfPersonQuery = (nin: string) =>
  queryOptions({
    queryKey: ['cards-of-person', nin],
    meta: { scope: 'sapien:read' },
    queryFn: async ({ signal }) =>
      (await unwrap(herald.GET('/sapien/api/v1/credential', { params: { query: { nin } }, signal }))).data,
  });

/** One card; its links to pictures expire, so that they are read again. */
export const cardQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['card', uuid],
    refetchInterval: 15 * 60_000,
    queryFn: async ({ signal }) => {
      const params = { path: { uuid } };
      return (await unwrap(herald.GET('/sapien/api/v1/credential/{uuid}', { params, signal }))).data;
    },
  });

export const validateCard = (uuid: string) =>
  unwrap(herald.POST('/sapien/api/v1/credential/{uuid}/validation', { params: { path: { uuid } } }));
