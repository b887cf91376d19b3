import type { Caller } from '@herald/auth';
import { deviceRegistered, normalDni, type DeviceRegistered, type SaidBy } from '@herald/contracts';
import { created, notFound, respondWith, route } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import type { KnownApp } from '@herald/client';
import type { IdentificationDeps } from './deps';
import { deviceShape, toDevice, type Device as Stored } from './device.model';
import { registration, type Registration } from './registration';

export const registerDevice = route('POST /identification/api/v1/device', {
  summary: 'Register a device, as an app does at each start',
  description:
    "A device's own token fills blanks of the person it names and changes what the device said before. To change " +
    'what others said, or to become the last device of a known person, the token needs the same `dni` as a claim. ' +
    'What is not taken over is kept as a claim for operators. The answer does not depend on it. A token without ' +
    "`core_id` is an operator's.",
  scope: 'identification:write',
  resource: 'Device',
  body: registration,
  company: 'body.company_id',
  device: ({ body }) => (body as Registration).core_id,
  returns: created(deviceShape, { envelopeKey: 'device', others: { 200: 'Updated: the device was known' } }),
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
    const saidBy = speakerOf(caller, body);
    const reported_at = new Date();
    const { device, isNew } = await saveDevice(body, { saidBy, reported_at }, deps);
    const isConfirmed =
      saidBy === 'device' && device.person_dni !== undefined && device.person_dni === body.person?.dni;
    const voice = { said_by: saidBy, ...(isConfirmed ? { is_confirmed: true } : {}) };
    const report = { ...reportOf(body, app, reported_at), ...voice, device_id: device.id };
    // Without the message nobody else learns of the device: when it fails, so does the request, and the app sends again.
    await deps.emit(deviceRegistered, report);
    return isNew ? toDevice(device) : respondWith(200, 'Updated', toDevice(device));
  },
});

/** A device's own token speaks for the person only when it proves the dni that is sent. */
function speakerOf({ coreId, dni }: Caller, { person }: Registration): SaidBy {
  if (coreId === undefined) return 'operator';
  return dni !== undefined && person?.dni === normalDni(dni) ? 'person' : 'device';
}

type Word = { saidBy: SaidBy; reported_at: Date };

/** One record for a device in a company. A report that was overtaken by a newer one changes nothing but the owner. */
async function saveDevice(body: Registration, word: Word, { Device, nextId }: IdentificationDeps) {
  const { company_id, core_id, core_id_type, characteristics, location } = body;
  const { reported_at } = word;
  const one = { core_id, company_id };
  const report = { core_id_type, characteristics, reported_at, ...(location ? { location } : {}) };
  const owner = ownerUpdate(body, word);
  const update = (filter: object, set: object) =>
    Device.findOneAndUpdate(
      { ...one, ...filter },
      { ...owner, $set: { ...set, ...owner.$set } },
      latest,
    ).lean<Stored>();
  const refresh = () => update({ reported_at: { $lte: reported_at } }, report);
  const known = await refresh();
  if (known) return { device: known, isNew: false };
  try {
    if (!(await Device.exists(one))) {
      const id = await nextId('device');
      const fresh = await Device.create({ ...one, ...report, ...owner.$set, id, status: true });
      return { device: fresh.toObject<Stored>(), isNew: true };
    }
  } catch (error) {
    if (!duplicateKeys(error)) throw error;
  }
  // Another report came in between, perhaps a newer one.
  const refreshed = await refresh();
  if (refreshed) return { device: refreshed, isNew: false };
  // A device must not shake off an operator's word by reporting at the same moment.
  const named = owner.$set?.person_at && (await update({ $or: ownerIsOlder(reported_at) }, {}));
  return { device: named ?? (await Device.findOne(one).lean<Stored>())!, isNew: false };
}

const latest = { returnDocument: 'after' } as const;
const ownerIsOlder = (at: Date) => [{ person_at: { $lt: at } }, { person_at: { $exists: false } }];

type OwnerUpdate = { $set?: Partial<Pick<Stored, 'person_dni' | 'person_at' | 'said_dni'>>; $unset?: object };

/** Sets the owner of a device. A person without a dni means that the owner is unknown. */
function ownerUpdate({ person }: Registration, { saidBy, reported_at }: Word): OwnerUpdate {
  if (!person) return {};
  const { dni } = person;
  if (saidBy === 'device') return dni === undefined ? { $unset: { said_dni: 1 } } : { $set: { said_dni: dni } };
  if (dni === undefined) return { $set: { person_at: reported_at }, $unset: { person_dni: 1, said_dni: 1 } };
  return { $set: { person_dni: dni, person_at: reported_at }, $unset: { said_dni: 1 } };
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
