import { boolean, object, withDefault } from '@herald/contracts';
import { deviceFilters } from '@herald/device-query';
import { pageOf, readCursor, route, walking } from '@herald/http';
import type { IndexDeps } from '../deps';
import { deviceAnswer, devices } from '../devices/device.model';
import { deviceQueryOf } from './device-query';
import { findDevices } from './find-devices';
import { walkDevices } from './walk-devices';

export const searchDevices = route('POST /index/v1/device', {
  summary: 'Search devices',
  description:
    'Totals of 1,000 or more are cached for up to 6 s, of 100,000 or more for up to a minute. With `after`, `total` ' +
    'is the count of the first page.',
  scope: 'index:read',
  resource: 'Device',
  query: object({
    ...walking({ perPage: 50, max: 10_000 }),
    without_blocked: withDefault(boolean(), false).description('Leaves out what only `privacy:read` shows'),
  }),
  body: deviceFilters(),
  returns: pageOf(deviceAnswer, { walked: true, fields: true }),
  errors: {},
  example: {
    query: { page: 1, per_page: 50 },
    body: { brand: ['Acme', 'Globex'], emulator: 'false', 'apps.app_id': '1', 'apps.tags.plan': 'gold', status: true },
  },
  async handle({ query, body, fields, caller }, { search }: IndexDeps) {
    const { after, without_blocked, estimates_total, ...page } = query;
    const wanted = { ...deviceQueryOf(caller, body, { without_blocked }), fields, ...page };
    const found =
      after === undefined
        ? await findDevices(search, wanted)
        : await walkDevices(search, { ...wanted, estimates_total, from: readCursor(after) });
    return { ...found, data: found.data.map(devices.toAnswer) };
  },
});
