import { deviceRegistered, type DeviceRegistered } from '@herald/envelopes';
import { created, notFound, otherwise, route } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import type { KnownApp } from '@herald/client';
import type { IdentificationDeps } from './deps';
import { deviceShape, toDevice, type Device as Stored } from './device.model';
import { registration, type Registration } from './registration';

export const registerDevice = route('POST /identification/api/v1/device', {
  summary: 'Register a device, as an app does at each start',
  scope: 'identification:write',
  resource: 'Device',
  noun: 'device',
  body: registration,
  company: 'body.company_id',
  device: ({ body }) => (body as Registration).core_id,
  returns: created(deviceShape),
  also: { 200: 'Updated: the device was known' },
  errors: { 404: 'The company has no such app' },
  example: {
    body: {
      core_id: 'a2f1c9d0-5b7e-4a58-9f0c-3f6f0f6f2b11',
      core_id_type: 'gsf',
      company_id: 1,
      characteristics: { brand: 'Acme', model: 'One', system_name: 'android', system_version: '33', emulator: 'false' },
      location: [-70.65, -33.45],
      app: { bundle_id: 'com.acme.wallet', version: '2.0.1', tags: { plan: 'gold' } },
      person: { dni: '12.345.678-K', name: 'Ana', lastname: 'Rojas' },
    },
  },
  async handle({ body }, deps: IdentificationDeps) {
    const app = await deps.findApp(body.company_id, body.app.bundle_id, body.app.flavor_id);
    if (!app) throw notFound({ message: 'App not found.' });
    const reported_at = new Date();
    const { device, isNew } = await keep(body, reported_at, deps);
    // Without the message nobody else learns of the device: when it fails, so does the request, and the app sends again.
    await deps.emit(deviceRegistered, { ...reportOf(body, app, reported_at), device_id: device.id });
    return isNew ? toDevice(device) : otherwise(200, 'Updated', toDevice(device));
  },
});

/** One record for a device in a company. A report that was overtaken by a newer one changes nothing. */
async function keep(body: Registration, reported_at: Date, { Device, nextId }: IdentificationDeps) {
  const { company_id, core_id, core_id_type, characteristics, location, person } = body;
  const one = { core_id, company_id };
  const report = { core_id_type, characteristics, reported_at, ...(location ? { location } : {}) };
  const whose = person?.dni === undefined ? {} : { person_dni: person.dni };
  const nobodyNamed = person && person.dni === undefined ? { $unset: { person_dni: 1 } } : {};
  const update = { $set: { ...report, ...whose }, ...nobodyNamed };
  const refresh = () =>
    Device.findOneAndUpdate({ ...one, reported_at: { $lte: reported_at } }, update, {
      returnDocument: 'after',
    }).lean<Stored>();
  const known = await refresh();
  if (known) return { device: known, isNew: false };
  try {
    if (!(await Device.exists(one))) {
      const fresh = await Device.create({ ...one, ...report, ...whose, id: await nextId('device'), status: true });
      return { device: fresh.toObject<Stored>(), isNew: true };
    }
  } catch (error) {
    if (!duplicateKeys(error)) throw error;
  }
  // Another report came in between, perhaps a newer one.
  const device = (await refresh()) ?? (await Device.findOne(one).lean<Stored>());
  return { device: device!, isNew: false };
}

function reportOf(body: Registration, app: KnownApp, reported_at: Date): DeviceRegistered {
  const { bundle_id, flavor_id } = app;
  return {
    ...body,
    app: { ...body.app, app_id: app.id, bundle_id, flavor_id },
    person: body.person && withoutEmpty(body.person),
    reported_at: reported_at.toISOString(),
  };
}

function withoutEmpty<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<T>;
}
