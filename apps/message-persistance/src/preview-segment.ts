import { holdsScope } from '@herald/auth';
import { companyId, integer, object } from '@herald/contracts';
import { found, route, jsonBody } from '@herald/http';
import type { MessagePersistanceDeps } from './deps';
import { deviceQueryOf, indexQuery, maxQueryBytes } from './segment.model';

export const previewSegment = route('POST /message-persistance/api/v1/segment/preview', {
  summary: "Count the devices of a segment's filters",
  scope: 'message-persistance:read',
  resource: 'Segment',
  body: jsonBody(object({ company_id: companyId(), index_query: indexQuery() }), {
    maxBytes: maxQueryBytes,
  }),
  company: 'body.company_id',
  returns: found(object({ total: integer() })),
  errors: {},
  example: { body: { company_id: '1', index_query: { 'apps.tags.plan': 'gold' } } },
  async handle({ body: { company_id, index_query }, caller }, { searchDevices }: MessagePersistanceDeps) {
    const without_blocked = !holdsScope(caller, 'privacy:read');
    const onePage = { page: 1, per_page: 1, fields: ['core_id'], without_blocked };
    const { total } = await searchDevices(deviceQueryOf(company_id, index_query), onePage);
    return { total };
  },
});
