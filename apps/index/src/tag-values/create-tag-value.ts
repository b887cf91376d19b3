import { companyId, hexColour, object, text, withDefault } from '@herald/contracts';
import { created, route } from '@herald/http';
import type { IndexDeps } from '../deps';
import { systemicTagValues } from './systemic-tag-value.model';

export const createTagValue = route('POST /index/v1/systemic_tag_value', {
  summary: 'Create a value of a systemic tag',
  scope: 'index:write',
  resource: 'SystemicTagsValue',
  body: object({
    company_id: companyId(),
    systemic_tag_name: text(128),
    name: text(),
    description: withDefault(text(1024).allow(''), ''),
    color: withDefault(hexColour().allow(''), ''),
  }),
  company: 'body.company_id',
  returns: created(systemicTagValues.answer),
  errors: {},
  example: { body: { company_id: 1, systemic_tag_name: 'client_type', name: 'Gold', color: '#ffd700' } },
  async handle({ body, uuid }, { SystemicTagValue }: IndexDeps) {
    return systemicTagValues.toAnswer(await SystemicTagValue.create({ ...body, uuid }));
  },
});
