import { list } from '@herald/contracts';
import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { IndexDeps } from '../deps';
import { deviceAnswer, devices } from './device.model';

export const readDevice = route('GET /index/v1/device/:core_id', {
  summary: 'Read a device by its core_id',
  description: "One record for each of the token's companies that knows the device.",
  scope: 'index:read',
  resource: 'Device',
  device: ({ params }) => params.core_id,
  logsReads: true,
  returns: found(list(deviceAnswer)),
  errors: { 404: 'No such device' },
  example: { params: { core_id: 'demo-00' } },
  async handle({ params, caller }, { Device }: IndexDeps) {
    // A device may read itself.
    const shown = caller.coreId === undefined ? visibleTo(caller) : {};
    const filter = { core_id: params.core_id, ...ownedBy(caller), ...shown };
    const records = await Device.find(filter, devices.projection).lean();
    if (records.length === 0) throw notFound();
    return records.map(devices.toAnswer);
  },
});
