import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';
import { searchOf, type Filters } from '../parts/record-search';

export type DeadLetter = AnswerOf<'listDeadLetters'>['data'][number];
export const maxShown = 200;

export const deadLettersQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['dead-letters', filters],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { query: { ...searchOf(filters), limit: maxShown } };
      return (await unwrap(herald.GET('/events/v1/dead_letter', { params, signal }))).data;
    },
  });

export const redrive = (filters: Filters, limit: number) =>
  unwrap(herald.POST('/events/v1/dead_letter/redrive', { body: { ...searchOf(filters), limit } }));
