import { unwrap, type AnswerOf, type operations } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';
import { findListed } from '../parts/listed';
import type { Filters } from '../parts/record-search';
import type { ByteStream } from '../parts/save-file';
import { deviceQueryOf } from './filters';

export type Device = AnswerOf<'readDevice'>['data'][number];
type SearchBody = operations['searchDevices']['requestBody']['content']['application/json'];
export const perPage = 50;

export const devicesQuery = (company: number, filters: Filters, page: number) =>
  queryOptions({
    queryKey: ['devices', company, filters, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const body = { ...deviceQueryOf(filters), company_id: company } as SearchBody;
      return unwrap(herald.POST('/index/v1/device', { params: { query: { page, per_page: perPage } }, body, signal }));
    },
  });

export const deviceQuery = (core_id: string) =>
  queryOptions<Device[]>({
    queryKey: ['device', core_id],
    meta: { scope: 'index:read' },
    placeholderData: () => {
      const device = findListed<Device>(['devices'], (one) => one.core_id === core_id);
      return device && [device];
    },
    queryFn: async ({ signal }) =>
      (await unwrap(herald.GET('/index/v1/device/{core_id}', { params: { path: { core_id } }, signal }))).data,
  });

/** The apps of a company, for their names. */
export const appsQuery = (company: number) =>
  queryOptions({
    queryKey: ['apps', company],
    meta: { scope: 'company:read' },
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const params = { path: { id: company }, query: { per_page: 1000 } };
      return (await unwrap(herald.GET('/company/api/v2/company/{id}/app', { params, signal }))).app;
    },
  });

/** All devices that the filters match, as a file. */
export const devicesAsCsv = (company: number, filters: Filters, signal: AbortSignal): Promise<ByteStream> => {
  const body = { ...deviceQueryOf(filters), company_id: company } as SearchBody;
  return unwrap(herald.POST('/index/v1/device.csv', { body, signal, parseAs: 'stream' })) as Promise<ByteStream>;
};

/** By app, whether the device has a push token that works, as far as is known. */
export const tokenStatesQuery = (core_id: string) =>
  queryOptions({
    queryKey: ['token-states', core_id],
    meta: { scope: 'notifications:read' },
    queryFn: async ({ signal }) => {
      const params = { path: { core_id } };
      return (await unwrap(herald.GET('/notifications/v2/device/{core_id}/token', { params, signal }))).data;
    },
  });

export const personsOfDeviceQuery = (core_id: string) =>
  queryOptions({
    queryKey: ['persons-of-device', core_id],
    meta: { scope: 'identification:read' },
    queryFn: async ({ signal }) => {
      const params = { path: { core_id } };
      return (await unwrap(herald.GET('/identification/api/v1/device/{core_id}/identity', { params, signal }))).user;
    },
  });
