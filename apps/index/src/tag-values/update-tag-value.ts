import { exampleIds, hexColour, object, optional, text } from '@herald/contracts';
import { notFound, route, updated } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { IndexDeps } from '../deps';
import { systemicTagValues } from './systemic-tag-value.model';

export const updateTagValue = route('PUT /index/v1/systemic_tag_value/:tag_value_uuid', {
  summary: 'Update a value of a systemic tag',
  scope: 'index:write',
  resource: 'SystemicTagsValue',
  body: object({
    name: optional(text()),
    description: optional(text(1024).allow('')),
    color: optional(hexColour()),
  }),
  returns: updated(systemicTagValues.answer),
  errors: { 404: 'No such value' },
  example: {
    params: { tag_value_uuid: exampleIds.tagValue },
    body: { name: 'Platinum', color: '#e5e4e2' },
  },
  async handle({ params, body, caller }, { SystemicTagValue }: IndexDeps) {
    const wanted = { uuid: params.tag_value_uuid, ...ownedBy(caller) };
    const options = { returnDocument: 'after' } as const;
    const tagValue = await SystemicTagValue.findOneAndUpdate(wanted, { $set: body }, options).lean();
    if (!tagValue) throw notFound();
    return systemicTagValues.toAnswer(tagValue);
  },
});
