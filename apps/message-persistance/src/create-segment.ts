import { companyId } from '@herald/envelopes';
import { created, route } from '@herald/http';
import Joi from 'joi';
import type { MessagePersistanceDeps } from './deps';
import { indexQuery, queryLimit, segmentName, segmentShape, toSegment, type IndexQuery } from './segment.model';

type NewSegment = { company_id: string; name: string; index_query: IndexQuery };

export const createSegment = route('POST /message-persistance/api/v1/segment', {
  summary: 'Create a segment: a group of devices of a company',
  scope: 'message-persistance:write',
  resource: 'Segment',
  body: Joi.object<NewSegment>({ company_id: companyId().required(), name: segmentName(), index_query: indexQuery() }),
  company: 'body.company_id',
  bodyLimit: queryLimit,
  returns: created(segmentShape),
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
    return toSegment(segment.toObject());
  },
});
