import { companyId, object, optional } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import type { MessagePersistanceDeps } from './deps';
import { segmentAnswer, toSegmentAnswer } from './segment.model';

export const listSegments = route('GET /message-persistance/api/v1/segment', {
  summary: 'List segments, newest first',
  scope: 'message-persistance:read',
  resource: 'Segment',
  query: object({ ...paging(), company_id: optional(companyId()) }),
  company: 'query.company_id',
  returns: pageOf(segmentAnswer),
  errors: {},
  example: { query: { company_id: '1' } },
  async handle({ query, caller }, { Segment }: MessagePersistanceDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    return findPage(Segment, { filter, page, per_page, sort: { id: -1 } }, toSegmentAnswer);
  },
});
