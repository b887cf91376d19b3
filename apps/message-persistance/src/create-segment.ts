import { companyId, object } from '@herald/contracts';
import { created, jsonBody, route } from '@herald/http';
import type { MessagePersistanceDeps } from './deps';
import { indexQuery, maxQueryBytes, segmentName, segmentAnswer, toSegmentAnswer } from './segment.model';

export const createSegment = route('POST /message-persistance/api/v1/segment', {
  summary: 'Create a segment',
  description: 'A segment is a group of devices of a company, defined by filters.',
  scope: 'message-persistance:write',
  resource: 'Segment',
  body: jsonBody(object({ company_id: companyId(), name: segmentName(), index_query: indexQuery() }), {
    maxBytes: maxQueryBytes,
  }),
  company: 'body.company_id',
  returns: created(segmentAnswer),
  errors: {},
  example: {
    body: {
      company_id: '1',
      name: 'Gold customers',
      index_query: { 'apps.app_id': ['1', '2'], 'apps.tags.plan': 'gold', system_name: 'android' },
    },
  },
  async handle({ body, uuid }, { Segment, nextId }: MessagePersistanceDeps) {
    const index_query = JSON.stringify(body.index_query);
    const segment = await Segment.create({ ...body, index_query, id: await nextId('segment'), uuid });
    return toSegmentAnswer(segment);
  },
});
