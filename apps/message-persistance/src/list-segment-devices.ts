import { timestamp } from '@herald/envelopes';
import { pageOf, route, walking, type Walked } from '@herald/http';
import Joi from 'joi';
import type { MessagePersistanceDeps } from './deps';
import { findSegment } from './find-segment';
import { deviceQueryOf, toSegment } from './segment.model';

const text = () => Joi.string().allow('');

/** A device as the index shows it. */
const device = Joi.object({
  core_id: text(),
  brand: text(),
  model: text(),
  imei: text(),
  emulator: Joi.boolean(),
  system_name: text(),
  system_version: text(),
  location: Joi.array().items(Joi.number()).allow(null),
  apps: Joi.array().items(
    Joi.object({
      app_id: text(),
      tags: Joi.object().unknown(),
      version: text(),
      created_at: timestamp(),
      updated_at: timestamp(),
    }),
  ),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const listSegmentDevices = route('GET /message-persistance/api/v1/segment/:segment_uuid/device', {
  summary: 'List the devices that a segment has now',
  scope: 'message-persistance:read',
  resource: 'Device',
  errorResource: 'Segment',
  query: Joi.object<Walked>(walking({ perPage: 50, max: 10_000 })),
  fields: true,
  returns: pageOf(device, { walked: true }),
  errors: { 404: 'No such segment' },
  example: { params: { segment_uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' }, query: { page: 1, per_page: 50 } },
  async handle({ params, query, fields, caller }, deps: MessagePersistanceDeps) {
    const { company_id, index_query } = toSegment(await findSegment(params.segment_uuid, caller, deps));
    return deps.searchDevices(deviceQueryOf(company_id, index_query), { ...query, fields });
  },
});
