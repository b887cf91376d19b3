import { createHash } from 'node:crypto';
import { object } from '@herald/contracts';
import { deviceFilters, mongoFilterOf, type DeviceFilters } from '@herald/device-query';
import { pageOf, readCursor, route, walking } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { IndexDeps } from '../deps';
import { deviceAnswer, devices } from '../devices/device.model';
import { findDevices } from './find-devices';
import { walkDevices } from './walk-devices';

export const searchDevices = route('POST /index/v1/device', {
  summary: 'Search devices',
  description:
    'Totals of 1,000 or more are cached for up to 6 s. With `after`, `total` is the count of the first page.',
  scope: 'index:read',
  resource: 'Device',
  query: object(walking({ perPage: 50, max: 10_000 })),
  body: deviceFilters(),
  returns: pageOf(deviceAnswer, { walked: true, fields: true }),
  errors: {},
  example: {
    query: { page: 1, per_page: 50 },
    body: { brand: ['Acme', 'Globex'], emulator: 'false', 'apps.app_id': '1', 'apps.tags.plan': 'gold', status: true },
  },
  async handle({ query, body, fields, caller }, { Device, counts }: IndexDeps) {
    const owned = ownedBy(caller);
    const filter = allOf(owned, mongoFilterOf(body));
    const { after, ...page } = query;
    const wanted = { key: digest([owned, body]), filter, expected: expectedOf(body), fields, ...page };
    const found =
      after === undefined
        ? await findDevices(Device, counts, wanted)
        : await walkDevices(Device, counts, { ...wanted, from: readCursor(after) });
    return { ...found, data: found.data.map(devices.toAnswer) };
  },
});

/** A requested company narrows what the caller may see, and never replaces it. */
function allOf(owned: object, wanted: Record<string, unknown>): Record<string, unknown> {
  return 'company_id' in wanted && 'company_id' in owned ? { $and: [owned, wanted] } : { ...owned, ...wanted };
}

/** Filters that match a large share of all devices, and filters that match hardly any. */
const wide = new Set(['company_id', 'emulator', 'system_name', 'status', 'apps.app_id']);
const narrow = new Set(['core_id', 'imei', 'search']);

function expectedOf(filters: DeviceFilters): 'few' | 'some' | 'many' {
  const names = Object.keys(filters);
  if (names.some((name) => narrow.has(name))) return 'few';
  return names.every((name) => wide.has(name) || name.startsWith('apps.tags.')) ? 'many' : 'some';
}

const digest = (wanted: unknown): string => createHash('sha256').update(JSON.stringify(wanted)).digest('base64');
