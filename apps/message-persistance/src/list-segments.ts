import { companyId } from '@herald/envelopes';
import { pageOf, paging, route, type Paged } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { MessagePersistanceDeps } from './deps';
import { segmentShape, toSegment, type Segment } from './segment.model';

export const listSegments = route('GET /message-persistance/api/v1/segment', {
  summary: 'List segments, newest first',
  scope: 'message-persistance:read',
  resource: 'Segment',
  query: Joi.object<Paged & { company_id?: string }>({ ...paging(), company_id: companyId() }),
  company: 'query.company_id',
  returns: pageOf(segmentShape),
  errors: {},
  example: { query: { company_id: '1' } },
  async handle({ query, caller }, { Segment }: MessagePersistanceDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    const segments = await findPage<Segment>(Segment, { filter, page, per_page, sort: { id: -1 } });
    return { ...segments, data: segments.data.map(toSegment) };
  },
});
