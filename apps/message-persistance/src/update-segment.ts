import { exampleIds, object } from '@herald/contracts';
import { found, notFound, route, jsonBody } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { MessagePersistanceDeps } from './deps';
import { indexQuery, maxQueryBytes, segmentName, segmentAnswer, toSegmentAnswer } from './segment.model';

export const updateSegment = route('PUT /message-persistance/api/v1/segment/:segment_uuid', {
  summary: 'Replace the name and filters of a segment',
  scope: 'message-persistance:write',
  resource: 'Segment',
  body: jsonBody(object({ name: segmentName(), index_query: indexQuery() }), { maxBytes: maxQueryBytes }),
  // The contract says Found, though it is an update.
  returns: found(segmentAnswer),
  errors: { 404: 'No such segment' },
  example: {
    params: { segment_uuid: exampleIds.segment },
    body: { name: 'Gold customers', index_query: { 'apps.tags.plan': 'gold' } },
  },
  async handle({ params, body, caller }, { Segment }: MessagePersistanceDeps) {
    const segment = await Segment.findOneAndUpdate(
      { uuid: params.segment_uuid, ...ownedBy(caller) },
      { $set: { name: body.name, index_query: JSON.stringify(body.index_query) } },
      { returnDocument: 'after', lean: true },
    );
    if (!segment) throw notFound();
    return toSegmentAnswer(segment);
  },
});
