import { companyId, integer, object } from '@herald/contracts';
import { found, route, jsonBody } from '@herald/http';
import { countDevices } from './count-devices';
import type { MessagePersistanceDeps } from './deps';
import { indexQuery, maxQueryBytes } from './segment.model';

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
  async handle({ body, caller }, deps: MessagePersistanceDeps) {
    return { total: await countDevices(body, caller, deps) };
  },
});
