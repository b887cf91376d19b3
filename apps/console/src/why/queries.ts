import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';

export type DeviceCampaign = AnswerOf<'listDeviceCampaigns'>['data']['campaigns'][number];
export type Single = AnswerOf<'listSingleDeliveries'>['data'][number];
export type Story = AnswerOf<'readTarget'>['data'];

export const deviceCampaignsQuery = (company_id: number, core_id: string) =>
  queryOptions({
    queryKey: ['device-campaigns', company_id, core_id],
    meta: { scope: 'campaigns:read' },
    queryFn: async ({ signal }) => {
      const params = { path: { company_id, core_id } };
      const path = '/campaigns/api/v1/company/{company_id}/device/{core_id}/campaign';
      return (await unwrap(herald.GET(path, { params, signal }))).data;
    },
  });

export const storyQuery = (campaign_uid: string, core_id: string) =>
  queryOptions({
    queryKey: ['story', campaign_uid, core_id],
    queryFn: async ({ signal }) => {
      const path = '/campaigns/api/v1/campaign/{campaign_uid}/notification/{core_id}';
      return (await unwrap(herald.GET(path, { params: { path: { campaign_uid, core_id } }, signal }))).data;
    },
  });

const singlesPerPage = 20;

export const singlesQuery = (core_id: string) =>
  infiniteQueryOptions({
    queryKey: ['single-messages', core_id],
    meta: { scope: 'notifications:read' },
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) => {
      const params = { path: { core_id }, query: { page, per_page: singlesPerPage } };
      return unwrap(herald.GET('/notifications/v2/device/{core_id}/delivery', { params, signal }));
    },
    getNextPageParam: ({ total }, pages, page) => (pages.length * singlesPerPage < total ? page + 1 : undefined),
  });
