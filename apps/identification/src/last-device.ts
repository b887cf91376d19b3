import { dni } from '@herald/envelopes';
import { bare, noContent, route, shape } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { IdentificationDeps } from './deps';
import { deviceShape, toDevice, type Device as Stored } from './device.model';

export const lastDevice = route('GET /identification/api/v1/identity/:dni/lastdevice', {
  summary: "Read the person's device that reported last",
  scope: 'identification:read',
  resource: 'Device',
  params: { dni: dni() },
  returns: bare(201, shape({ status: Joi.boolean(), dni: Joi.string(), device: deviceShape })),
  also: { 204: 'The person has no device' },
  errors: {},
  example: { params: { dni: '12.345.678-K' } },
  async handle({ params, caller }, { Device }: IdentificationDeps) {
    const wanted = { person_dni: params.dni, ...ownedBy(caller) };
    const device = await Device.findOne(wanted).sort({ reported_at: -1 }).lean<Stored>();
    return device ? { status: true, dni: params.dni, device: toDevice(device) } : noContent();
  },
});
