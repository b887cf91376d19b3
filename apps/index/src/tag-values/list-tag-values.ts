import { companyId, object, optional, text } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import type { IndexDeps } from '../deps';
import { systemicTagValues } from './systemic-tag-value.model';

export const listTagValues = route('GET /index/v1/systemic_tag_value', {
  summary: 'List the values of systemic tags',
  scope: 'index:read',
  resource: 'SystemicTagsValue',
  query: object({ ...paging(), company_id: optional(companyId()), systemic_tag_name: optional(text(128)) }),
  company: 'query.company_id',
  returns: pageOf(systemicTagValues.answer),
  errors: {},
  example: { query: { company_id: '1', systemic_tag_name: 'client_type' } },
  async handle({ query, caller }, { SystemicTagValue }: IndexDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    return findPage(SystemicTagValue, { filter, page, per_page, sort: { _id: 1 } }, systemicTagValues.toAnswer);
  },
});
