import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { queryOptions } from '@tanstack/react-query';
import { herald } from '../api';

export type DeviceCampaign = AnswerOf<'listDeviceCampaigns'>['data']['campaigns'][number];
export type Story = AnswerOf<'readTarget'>['data'];

export const deviceCampaignsQuery = (company_id: number, core_id: string) =>
  queryOptions({
    queryKey: ['device-campaigns', company_id, core_id],
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
