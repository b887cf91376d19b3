import type { SaidBy } from '@herald/contracts';
import { duplicateKeys } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import type { Device as StoredDevice } from './device.model';
import type { Registration } from './registration.schema';

/** The source and time of a registration. */
type Source = { saidBy: SaidBy; reported_at: Date };

/** Saves one record of a device in a company. A report that is older than the stored one changes the owner alone. */
export async function saveDevice(body: Registration, source: Source, { Device, nextId }: IdentificationDeps) {
  const { company_id, core_id, core_id_type, characteristics, location } = body;
  const { reported_at } = source;
  const key = { core_id, company_id };
  const report = { core_id_type, characteristics, reported_at, ...(location ? { location } : {}) };
  const owner = ownerUpdate(body, source);
  const update = (filter: object, set: object) =>
    Device.findOneAndUpdate({ ...key, ...filter }, { ...owner, $set: { ...set, ...owner.$set } }, latest).lean();
  const refresh = () => update({ reported_at: { $lte: reported_at } }, report);
  const known = await refresh();
  if (known) return { device: known, isNew: false };
  try {
    if (!(await Device.exists(key))) {
      const id = await nextId('device');
      const device = await Device.create({ ...key, ...report, ...owner.$set, id, status: true });
      return { device: device.toObject(), isNew: true };
    }
  } catch (error) {
    if (!duplicateKeys(error)) throw error;
  }
  // A concurrent report was stored in between; it may be newer.
  const refreshed = await refresh();
  if (refreshed) return { device: refreshed, isNew: false };
  // A concurrent report of the device must not discard an operator's.
  const named = owner.$set?.person_at && (await update({ $or: ownerIsOlder(reported_at) }, {}));
  return { device: named ?? (await Device.findOne(key).lean())!, isNew: false };
}

const latest = { returnDocument: 'after' } as const;
const ownerIsOlder = (at: Date) => [{ person_at: { $lt: at } }, { person_at: { $exists: false } }];

type OwnerUpdate = { $set?: Partial<Pick<StoredDevice, 'person_dni' | 'person_at' | 'said_dni'>>; $unset?: object };

/** Sets the owner of a device. A person without a dni means that the owner is unknown. */
function ownerUpdate({ person }: Registration, { saidBy, reported_at }: Source): OwnerUpdate {
  if (!person) return {};
  const { dni } = person;
  if (saidBy === 'device') return dni === undefined ? { $unset: { said_dni: 1 } } : { $set: { said_dni: dni } };
  if (dni === undefined) return { $set: { person_at: reported_at }, $unset: { person_dni: 1, said_dni: 1 } };
  return { $set: { person_dni: dni, person_at: reported_at }, $unset: { said_dni: 1 } };
}
