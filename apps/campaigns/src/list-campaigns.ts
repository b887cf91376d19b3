import { companyId, text } from '@herald/contracts';
import { pageOf, paging, route, type Paged } from '@herald/http';
import { containsText, findPage } from '@herald/persistence';
import Joi from 'joi';
import { campaignShape, toCampaign } from './campaign.model';
import type { CampaignsDeps } from './deps';

type ListQuery = Paged & { terminated?: boolean; search?: string };

export const listCampaigns = route('GET /campaigns/api/v1/company/:company_id/campaign', {
  summary: 'List the campaigns of a company, newest first',
  scope: 'campaigns:read',
  resource: 'Campaign',
  params: { company_id: companyId() },
  query: Joi.object<ListQuery>({
    ...paging(),
    terminated: Joi.boolean().description('true: finished ones, false: active ones'),
    search: text().description('A part of uuid or name, whatever its case'),
  }),
  company: 'params.company_id',
  returns: pageOf(campaignShape, { fields: true }),
  errors: {},
  example: { params: { company_id: '1' }, query: { terminated: false, search: 'cards' } },
  async handle({ params: { company_id }, query }, { Campaign }: CampaignsDeps) {
    const { page, per_page, terminated, search } = query;
    const filter = {
      company_id,
      ...(terminated === undefined ? {} : { terminated }),
      ...(search ? { $or: [{ uuid: containsText(search) }, { name: containsText(search) }] } : {}),
    };
    return findPage(Campaign, { filter, page, per_page, sort: { _id: -1 } }, toCampaign);
  },
});
