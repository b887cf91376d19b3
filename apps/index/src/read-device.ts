import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { IndexDeps } from './deps';
import { deviceShape, shownFields, toDevice, type Device } from './device.model';

export const readDevice = route('GET /index/v1/device/:core_id', {
  summary: "Read a device by its core_id: one record for each of the token's companies that knows it",
  scope: 'index:read',
  resource: 'Device',
  device: ({ params }) => params.core_id!,
  returns: found(Joi.array().items(deviceShape)),
  errors: { 404: 'No such device' },
  example: { params: { core_id: 'a2f1c9d0-5b7e-4a58-9f0c-3f6f0f6f2b11' } },
  async handle({ params, caller }, { Device }: IndexDeps) {
    const filter = { core_id: params.core_id, ...ownedBy(caller) };
    const devices = await Device.find(filter, shownFields).lean<Device[]>();
    if (devices.length === 0) throw notFound();
    return devices.map(toDevice);
  },
});
