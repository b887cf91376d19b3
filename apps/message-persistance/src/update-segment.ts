import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { MessagePersistanceDeps } from './deps';
import { indexQuery, queryLimit, segmentName, segmentShape, toSegment, type IndexQuery } from './segment.model';

type Change = { name: string; index_query: IndexQuery };

export const updateSegment = route('PUT /message-persistance/api/v1/segment/:segment_uuid', {
  summary: 'Replace the name and the filters of a segment',
  scope: 'message-persistance:write',
  resource: 'Segment',
  body: Joi.object<Change>({ name: segmentName(), index_query: indexQuery() }),
  bodyLimit: queryLimit,
  // The interface says Found, though it is an update.
  returns: found(segmentShape),
  errors: { 404: 'No such segment' },
  example: {
    params: { segment_uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' },
    body: { name: 'Gold customers', index_query: { 'apps.tags.plan': 'gold' } },
  },
  async handle({ params, body, caller }, { Segment }: MessagePersistanceDeps) {
    const segment = await Segment.findOneAndUpdate(
      { uuid: params.segment_uuid, ...ownedBy(caller) },
      { $set: { name: body.name, index_query: JSON.stringify(body.index_query) } },
      { returnDocument: 'after', lean: true },
    );
    if (!segment) throw notFound();
    return toSegment(segment);
  },
});
