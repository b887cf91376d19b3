import { deviceFilters } from '@herald/device-query';
import { csv, readCursor, route } from '@herald/http';
import type { IndexDeps } from '../deps';
import { deviceAnswer, devices } from '../devices/device.model';
import { deviceQueryOf, type DeviceQuery } from './device-query';
import { walkDevices } from './walk-devices';

const perPage = 1_000;

export const exportDevices = route('POST /index/v1/device.csv', {
  summary: 'Download devices as CSV',
  description: 'All devices that match, as in the search, in one streamed file. `apps` and `location` are JSON.',
  scope: 'index:read',
  resource: 'Device',
  body: deviceFilters(),
  returns: csv(deviceAnswer),
  errors: { 429: 'Too many downloads of one caller' },
  example: { body: { company_id: '1', 'apps.tags.plan': 'gold' } },
  async handle({ body, caller }, deps: IndexDeps) {
    const query = { ...deviceQueryOf(caller, body), page: 1, per_page: perPage };
    return { name: 'devices.csv', pages: pagesOf(query, deps) };
  },
});

async function* pagesOf(query: DeviceQuery, { search }: IndexDeps) {
  let from: ReturnType<typeof readCursor> | undefined;
  for (;;) {
    const { data, next } = await walkDevices(search, { ...query, from });
    if (data.length > 0) yield data.map(devices.toAnswer);
    if (!next) return;
    from = readCursor(next);
  }
}
