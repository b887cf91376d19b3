import { boolean, companyId, object, oneOf, optional, text } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { containsText, findPage } from '@herald/persistence';
import type { CampaignsDeps } from '../deps';
import { campaigns } from './campaign.model';

export const listCampaigns = route('GET /campaigns/api/v1/company/:company_id/campaign', {
  summary: 'List the campaigns of a company, newest first',
  scope: 'campaigns:read',
  resource: 'Campaign',
  params: { company_id: companyId() },
  query: object({
    ...paging(),
    terminated: optional(boolean().description('true: finished campaigns, false: active ones')),
    approval: optional(oneOf('pending').description('Only campaigns that wait for an approval')),
    search: optional(text().description('A part of uuid or name, in any case')),
  }),
  company: 'params.company_id',
  returns: pageOf(campaigns.answer, { fields: true }),
  errors: {},
  example: { params: { company_id: '1' }, query: { terminated: false, search: 'cards' } },
  async handle({ params: { company_id }, query }, { Campaign }: CampaignsDeps) {
    const { page, per_page, terminated, approval, search } = query;
    const filter = {
      company_id,
      is_test: { $ne: true },
      ...(approval ? { terminated: false, 'approval.status': approval } : {}),
      ...(terminated === undefined ? {} : { terminated }),
      ...(search ? { $or: [{ uuid: containsText(search) }, { name: containsText(search) }] } : {}),
    };
    return findPage(Campaign, { filter, page, per_page, sort: { _id: -1 } }, campaigns.toAnswer);
  },
});
