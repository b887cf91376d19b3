import { createHash } from 'node:crypto';
import { deviceFilters, mongoFilterOf, type DeviceFilters } from '@herald/device-query';
import { pageOf, readCursor, route, walking, type Walked } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { IndexDeps } from './deps';
import { deviceShape, toDevice } from './device.model';
import { findDevices, walkDevices } from './find-devices';

export const searchDevices = route('POST /index/v1/device', {
  summary:
    "Search devices; a total of 1,000 and more may be up to six seconds old, and with after it is the walk's first",
  scope: 'index:read',
  resource: 'Device',
  query: Joi.object<Walked>(walking({ perPage: 50, max: 10_000 })),
  body: deviceFilters(),
  returns: pageOf(deviceShape, { walked: true, fields: true }),
  errors: {},
  example: {
    query: { page: 1, per_page: 50 },
    body: { brand: ['Acme', 'Globex'], emulator: 'false', 'apps.app_id': '1', 'apps.tags.plan': 'gold', status: true },
  },
  async handle({ query, body, fields, caller }, { Device, counts }: IndexDeps) {
    const owned = ownedBy(caller);
    const filter = bothOf(owned, mongoFilterOf(body));
    const { after, ...page } = query;
    const wanted = { key: keyOf([owned, body]), filter, expected: expectedOf(body), fields, ...page };
    const devices =
      after === undefined
        ? await findDevices(Device, counts, wanted)
        : await walkDevices(Device, counts, { ...wanted, from: readCursor(after) });
    return { ...devices, data: devices.data.map(toDevice) };
  },
});

/** A company that the caller asks for narrows what the caller may see, and never replaces it. */
function bothOf(owned: object, wanted: Record<string, unknown>): Record<string, unknown> {
  return 'company_id' in wanted && 'company_id' in owned ? { $and: [owned, wanted] } : { ...owned, ...wanted };
}

/** Filters that leave a large part of all devices, and those that leave hardly any. */
const wide = new Set(['company_id', 'emulator', 'system_name', 'status', 'apps.app_id']);
const telling = new Set(['core_id', 'imei', 'search']);

function expectedOf(filters: DeviceFilters): 'few' | 'some' | 'many' {
  const names = Object.keys(filters);
  if (names.some((name) => telling.has(name))) return 'few';
  return names.every((name) => wide.has(name) || name.startsWith('apps.tags.')) ? 'many' : 'some';
}

const keyOf = (asked: unknown): string => createHash('sha256').update(JSON.stringify(asked)).digest('base64');
