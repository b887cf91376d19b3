import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { queryOptions } from '@tanstack/react-query';
import { herald } from '../api';

export type Person = AnswerOf<'readPerson'>['user'][number];

/** Persons with this dni or e-mail address, one for each of the token's companies. */
export const personsQuery = (who: string) =>
  queryOptions({
    queryKey: ['persons', who],
    enabled: who !== '',
    queryFn: async ({ signal }) => {
      const answer = who.includes('@')
        ? herald.GET('/identification/api/v1/identity', { params: { query: { email: who } }, signal })
        : herald.GET('/identification/api/v1/identity/{dni}', { params: { path: { dni: who } }, signal });
      return (await unwrap(answer)).user;
    },
  });

export const devicesOfPersonQuery = (dni: string) =>
  queryOptions({
    queryKey: ['devices-of-person', dni],
    queryFn: async ({ signal }) => {
      const params = { path: { dni } };
      return (await unwrap(herald.GET('/identification/api/v1/identity/{dni}/device', { params, signal }))).device;
    },
  });
