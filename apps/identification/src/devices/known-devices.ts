import { groupBy, inBatches } from '@herald/concurrency';
import { findPlain, type Model } from '@herald/persistence';
import type { Device } from './device.model';

type Wanted = { core_id: string; company_id: string; person: string | undefined };
/** A device, and the other devices that are marked as the last one of its person, of any company. */
export type Known = { device: Device | undefined; rivals: Device[] };

/** Reads what is known for a registration; one command serves all that arrive together. */
export function knownDevices(Device: Model<Device>): (wanted: Wanted) => Promise<Known> {
  return inBatches<Wanted, Known>(async (calls) => {
    const wanted = calls.map(({ input }) => input);
    const core_ids = [...new Set(wanted.map(({ core_id }) => core_id))];
    const companies = [...new Set(wanted.map(({ company_id }) => company_id))];
    const persons = [...new Set(wanted.flatMap(({ person }) => person ?? []))];
    const byKey = { core_id: { $in: core_ids }, company_id: { $in: companies } };
    const found = await findPlain(Device, persons.length > 0 ? { $or: [byKey, { last_of: { $in: persons } }] } : byKey);
    const devices = new Map(found.map((device) => [keyOf(device), device]));
    const marked = groupBy(found, ({ last_of }) => last_of);
    for (const { input, resolve } of calls) {
      const device = devices.get(keyOf(input));
      const rivals = input.person === undefined ? [] : (marked.get(input.person) ?? []);
      resolve({ device, rivals: rivals.filter((one) => one !== device) });
    }
  });
}

const keyOf = ({ core_id, company_id }: Pick<Device, 'core_id' | 'company_id'>) =>
  JSON.stringify([core_id, company_id]);
