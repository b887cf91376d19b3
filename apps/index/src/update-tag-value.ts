import { hexColour, text } from '@herald/contracts';
import { notFound, route, updated } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { IndexDeps } from './deps';
import { systemicTagValueShape, toSystemicTagValue, type SystemicTagValue as Stored } from './systemic-tag-value.model';

type Change = Partial<Pick<Stored, 'name' | 'description' | 'color'>>;

export const updateTagValue = route('PUT /index/v1/systemic_tag_value/:tag_value_uuid', {
  summary: 'Update a value of a systemic tag',
  scope: 'index:write',
  resource: 'SystemicTagsValue',
  body: Joi.object<Change>({ name: text(), description: text(1024).allow(''), color: hexColour() }),
  returns: updated(systemicTagValueShape),
  errors: { 404: 'No such value' },
  example: {
    params: { tag_value_uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' },
    body: { name: 'Platinum', color: '#e5e4e2' },
  },
  async handle({ params, body, caller }, { SystemicTagValue }: IndexDeps) {
    const wanted = { uuid: params.tag_value_uuid, ...ownedBy(caller) };
    const options = { returnDocument: 'after' } as const;
    const value = await SystemicTagValue.findOneAndUpdate(wanted, { $set: body }, options).lean<Stored>();
    if (!value) throw notFound();
    return toSystemicTagValue(value);
  },
});
