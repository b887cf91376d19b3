import type { Caller } from '@herald/auth';
import type { KnownApp } from '@herald/client';
import { deviceRegistered, normalDni, type DeviceRegistered, type SaidBy } from '@herald/contracts';
import { created, notFound, respondWith, route } from '@herald/http';
import type { IdentificationDeps } from '../deps';
import { saveReportedPerson } from '../persons/save-reported-person';
import { devices } from './device.model';
import { registration, type Registration } from './registration.schema';
import { saveDevice } from './save-device';

export const registerDevice = route('POST /identification/api/v1/device', {
  summary: 'Register a device',
  description:
    'An app calls it at each start. ' +
    "A device's own token fills blanks of the person it names and changes what the device reported before. To change " +
    'what others reported, or to become the last device of a known person, the token needs the same `dni` as a claim. ' +
    'What is not taken over is kept as a claim for operators. The answer does not depend on it. A token without ' +
    "`core_id` is an operator's.",
  scope: 'identification:write',
  resource: 'Device',
  body: registration,
  company: 'body.company_id',
  device: ({ body }) => body.core_id,
  returns: created(devices.answer, { envelopeKey: 'device', others: { 200: 'Updated: the device was known' } }),
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
  async handle({ body, caller }, deps: IdentificationDeps) {
    const app = await deps.findApp(body.company_id, body.app.bundle_id, body.app.flavor_id);
    if (!app) throw notFound({ message: 'App not found.' });
    const saidBy = saidByOf(caller, body);
    const reported_at = new Date();
    const { device, isNew } = await saveDevice(body, { saidBy, reported_at }, deps);
    const isConfirmed =
      saidBy === 'device' && device.person_dni !== undefined && device.person_dni === body.person?.dni;
    const source = { said_by: saidBy, ...(isConfirmed ? { is_confirmed: true } : {}) };
    const report = { ...toReport(body, app, reported_at), ...source, device_id: device.id };
    const is_person_saved = await trySavePerson(report, deps);
    // Other services know the device by this message alone: when it cannot be kept, the request fails and is retried.
    await deps.emit(deviceRegistered, is_person_saved ? { ...report, is_person_saved } : report);
    const answer = devices.toAnswer(device);
    return isNew ? answer : respondWith(200, 'Updated', answer);
  },
});

/**
 * Saves the person before the message is published, so that no update of the index arrives first. False leaves it to
 * the consumer: after a failure, and for an unproven report, because the duration of the request would disclose whether
 * the person is known.
 */
async function trySavePerson(report: DeviceRegistered, deps: IdentificationDeps): Promise<boolean> {
  if (report.said_by === 'device' || report.person?.dni === undefined) return false;
  return saveReportedPerson(report, deps).then(
    () => true,
    () => false,
  );
}

/** A device's own token reports for the person only when it proves the dni of the report. */
function saidByOf({ coreId, dni }: Caller, { person }: Registration): SaidBy {
  if (coreId === undefined) return 'operator';
  return dni !== undefined && person?.dni === normalDni(dni) ? 'person' : 'device';
}

function toReport(body: Registration, app: KnownApp, reported_at: Date): DeviceRegistered {
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
