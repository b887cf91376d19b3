import { companyId, text } from '@herald/contracts';
import { pageOf, paging, route, type Paged } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { IndexDeps } from './deps';
import { systemicTagValueShape, toSystemicTagValue } from './systemic-tag-value.model';

type ListQuery = Paged & { company_id?: string; systemic_tag_name?: string };

export const listTagValues = route('GET /index/v1/systemic_tag_value', {
  summary: 'List the values of systemic tags',
  scope: 'index:read',
  resource: 'SystemicTagsValue',
  query: Joi.object<ListQuery>({ ...paging(), company_id: companyId(), systemic_tag_name: text(128) }),
  company: 'query.company_id',
  returns: pageOf(systemicTagValueShape),
  errors: {},
  example: { query: { company_id: '1', systemic_tag_name: 'client_type' } },
  async handle({ query, caller }, { SystemicTagValue }: IndexDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    return findPage(SystemicTagValue, { filter, page, per_page, sort: { _id: 1 } }, toSystemicTagValue);
  },
});
