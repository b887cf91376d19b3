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
  example: { params: { segment_uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, caller }, deps: MessagePersistanceDeps) {
    return toSegmentAnswer(await findSegment(params.segment_uuid, caller, deps));
  },
});
