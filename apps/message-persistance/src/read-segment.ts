import { exampleIds } from '@herald/contracts';
import { found, route } from '@herald/http';
import type { MessagePersistanceDeps } from './deps';
import { findSegment } from './find-segment';
import { segmentAnswer, toSegmentAnswer } from './segment.model';

export const readSegment = route('GET /message-persistance/api/v1/segment/:segment_uuid', {
  summary: 'Read a segment',
  scope: 'message-persistance:read',
  resource: 'Segment',
  returns: found(segmentAnswer),
  errors: { 404: 'No such segment' },
  example: { params: { segment_uuid: exampleIds.segment } },
  async handle({ params, caller }, deps: MessagePersistanceDeps) {
    return toSegmentAnswer(await findSegment(params.segment_uuid, caller, deps));
  },
});
