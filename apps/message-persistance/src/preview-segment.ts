import { companyId } from '@herald/envelopes';
import { found, route, shape } from '@herald/http';
import Joi from 'joi';
import type { MessagePersistanceDeps } from './deps';
import { deviceQueryOf, indexQuery, queryLimit, type IndexQuery } from './segment.model';

type Preview = { company_id: string; index_query: IndexQuery };

export const previewSegment = route('POST /message-persistance/api/v1/segment/preview', {
  summary: 'Count the devices that a segment would have',
  scope: 'message-persistance:read',
  resource: 'Segment',
  body: Joi.object<Preview>({ company_id: companyId().required(), index_query: indexQuery() }),
  company: 'body.company_id',
  bodyLimit: queryLimit,
  returns: found(shape({ total: Joi.number().integer() })),
  errors: {},
  example: { body: { company_id: '1', index_query: { 'apps.tags.plan': 'gold' } } },
  async handle({ body: { company_id, index_query } }, { searchDevices }: MessagePersistanceDeps) {
    const leastPage = { page: 1, per_page: 1, fields: ['core_id'] };
    const { total } = await searchDevices(deviceQueryOf(company_id, index_query), leastPage);
    return { total };
  },
});
