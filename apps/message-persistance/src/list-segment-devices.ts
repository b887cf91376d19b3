import { holdsScope } from '@herald/auth';
import {
  anyObject,
  boolean,
  exampleIds,
  isoDate,
  list,
  nullable,
  number,
  object,
  optional,
  string,
} from '@herald/contracts';
import { pageOf, route, walking } from '@herald/http';
import type { MessagePersistanceDeps } from './deps';
import { findSegment } from './find-segment';
import { deviceQueryOf, toSegmentAnswer } from './segment.model';

const text = () => optional(string().allow(''));

/** A device as the index answers it; callers may choose some of its fields. */
const device = object({
  core_id: text(),
  brand: text(),
  model: text(),
  imei: text(),
  emulator: optional(boolean()),
  system_name: text(),
  system_version: text(),
  location: optional(nullable(list(number()))),
  apps: optional(
    list(
      object({
        app_id: text(),
        tags: optional(anyObject()),
        version: text(),
        created_at: optional(isoDate()),
        updated_at: optional(isoDate()),
      }),
    ),
  ),
  created_at: optional(isoDate()),
  updated_at: optional(isoDate()),
});

export const listSegmentDevices = route('GET /message-persistance/api/v1/segment/:segment_uuid/device', {
  summary: 'List the current devices of a segment',
  scope: 'message-persistance:read',
  resource: { success: 'Device', error: 'Segment' },
  query: object(walking({ perPage: 50, max: 10_000 })),
  returns: pageOf(device, { walked: true, fields: true }),
  errors: { 404: 'No such segment' },
  example: { params: { segment_uuid: exampleIds.segment }, query: { page: 1, per_page: 50 } },
  async handle({ params, query, fields, caller }, deps: MessagePersistanceDeps) {
    const { company_id, index_query } = toSegmentAnswer(await findSegment(params.segment_uuid, caller, deps));
    const without_blocked = !holdsScope(caller, 'privacy:read');
    return deps.searchDevices(deviceQueryOf(company_id, index_query), { ...query, fields, without_blocked });
  },
});
