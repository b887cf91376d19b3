import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';
import { findListed } from '../parts/listed';

export type Segment = AnswerOf<'readSegment'>['data'];
export const perPage = 20;

export const segmentsQuery = (company: number, page: number) =>
  queryOptions({
    queryKey: ['segments', company, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const params = { query: { company_id: company, page, per_page: perPage } };
      return unwrap(herald.GET('/message-persistance/api/v1/segment', { params, signal }));
    },
  });

export const segmentQuery = (segment_uuid: string) =>
  queryOptions<Segment>({
    queryKey: ['segment', segment_uuid],
    meta: { scope: 'message-persistance:read' },
    placeholderData: () => findListed<Segment>(['segments'], ({ uuid }) => uuid === segment_uuid),
    queryFn: async ({ signal }) => {
      const params = { path: { segment_uuid } };
      return (await unwrap(herald.GET('/message-persistance/api/v1/segment/{segment_uuid}', { params, signal }))).data;
    },
  });

/** How many devices each of the segments has now. */
export const sizesQuery = (segments: string[]) =>
  queryOptions({
    queryKey: ['segment-sizes', segments],
    enabled: segments.length > 0,
    queryFn: async ({ signal }) => {
      const body = { segments };
      const { data } = await unwrap(herald.POST('/message-persistance/api/v1/segment/size', { body, signal }));
      return new Map(data.map(({ uuid, total }) => [uuid, total]));
    },
  });

/** How many devices the filters match now. */
export const previewQuery = ({ uuid, company_id, index_query }: Segment) =>
  queryOptions({
    queryKey: ['segment-preview', uuid, index_query],
    queryFn: async ({ signal }) => {
      const body = { company_id, index_query };
      return (await unwrap(herald.POST('/message-persistance/api/v1/segment/preview', { body, signal }))).data.total;
    },
  });

export const segmentDevicesQuery = (segment_uuid: string, page: number) =>
  queryOptions({
    queryKey: ['segment-devices', segment_uuid, page],
    meta: { scope: 'message-persistance:read' },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const params = { path: { segment_uuid }, query: { page, per_page: perPage } };
      const path = '/message-persistance/api/v1/segment/{segment_uuid}/device';
      return unwrap(herald.GET(path, { params, signal }));
    },
  });
