import { groupBy } from '@herald/concurrency';
import { devicesUnseen } from '@herald/contracts';
import type { IdentificationDeps } from '../deps';
import type { Device } from './device.model';

/** Longer than a request takes: what a device reports meanwhile is newer than this in every service. */
const marginMs = 600_000;

/**
 * Removes devices that have not reported for long, here and in the services that reach them. They are told first: after
 * a crash the devices are found again. A device that returns meanwhile is newer than what is removed. Devices of a
 * person whose data is held stay.
 */
export async function removeUnseen(
  found: Device[],
  before: Date,
  { Device, LegalHold, emit }: Pick<IdentificationDeps, 'Device' | 'LegalHold' | 'emit'>,
): Promise<number> {
  const since = new Date(Date.now() - marginMs).toISOString();
  const dnis = [...new Set(found.flatMap(({ person_dni }) => person_dni ?? []))];
  const holds = await LegalHold.find({ dni: { $in: dnis }, lifted_at: null }, { dni: 1, company_id: 1 }).lean();
  const held = new Set(holds.map(({ dni, company_id }) => JSON.stringify([dni, company_id])));
  const free = found.filter(({ person_dni, company_id }) => !held.has(JSON.stringify([person_dni, company_id])));
  let removed = 0;
  for (const [company_id, devices] of groupBy(free, (device) => device.company_id)) {
    const core_ids = devices.map(({ core_id }) => core_id);
    await emit(devicesUnseen, { company_id, core_ids, since });
    const unseen = { core_id: { $in: core_ids }, company_id, reported_at: { $lt: before } };
    removed += (await Device.deleteMany(unseen)).deletedCount;
  }
  return removed;
}
