import { companyId, hexColour, text } from '@herald/contracts';
import { created, route } from '@herald/http';
import Joi from 'joi';
import type { IndexDeps } from './deps';
import { systemicTagValueShape, toSystemicTagValue, type SystemicTagValue as Stored } from './systemic-tag-value.model';

type NewValue = Pick<Stored, 'company_id' | 'systemic_tag_name' | 'name' | 'description' | 'color'>;

export const createTagValue = route('POST /index/v1/systemic_tag_value', {
  summary: 'Create a value of a systemic tag',
  scope: 'index:write',
  resource: 'SystemicTagsValue',
  body: Joi.object<NewValue>({
    company_id: companyId().required(),
    systemic_tag_name: text(128).required(),
    name: text().required(),
    description: text(1024).allow('').default(''),
    color: hexColour().allow('').default(''),
  }),
  company: 'body.company_id',
  returns: created(systemicTagValueShape),
  errors: {},
  example: { body: { company_id: 1, systemic_tag_name: 'client_type', name: 'Gold', color: '#ffd700' } },
  async handle({ body, uuid }, { SystemicTagValue }: IndexDeps) {
    const value = await SystemicTagValue.create({ ...body, uuid });
    return toSystemicTagValue(value.toObject());
  },
});
