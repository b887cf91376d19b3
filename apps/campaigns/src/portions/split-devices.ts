import type { Entries } from '../batches/entries.model';
import type { NamedDevice } from '../campaigns/named-devices';
import { deviceHash } from './portion.model';

export type BatchEntries = Pick<Entries, 'core_ids' | 'variables'>;
type Split = { lists: BatchEntries[]; starts: number[] };
type Hashed = NamedDevice & { hash: number; at: number };

/** Variables may be long, and a batch travels as one message. */
const maxVariablesBytes = 400_000;

/**
 * Splits devices into batches of at most this size by the order of their hashes; within a batch they keep theirs. A
 * device that is named twice counts once, with its first variables.
 */
export function splitDevices(devices: NamedDevice[], size: number): Split {
  const sorted = hashed(devices).sort((one, other) => one.hash - other.hash);
  const split: Hashed[][] = [];
  const starts: number[] = [];
  let bytes = 0;
  sorted.forEach((device, at) => {
    let last = split.at(-1);
    if (!last || last.length >= size || bytes >= maxVariablesBytes) {
      split.push((last = []));
      starts.push(at === 0 ? 0 : between(sorted[at - 1]!.hash, device.hash));
      bytes = 0;
    }
    last.push(device);
    bytes += bytesOf(device);
  });
  return { lists: split.map(toEntries), starts };
}

function hashed(devices: NamedDevice[]): Hashed[] {
  const first = new Map<string, Hashed>();
  for (const { core_id, variables } of devices)
    if (!first.has(core_id)) first.set(core_id, { core_id, variables, hash: deviceHash(core_id), at: first.size });
  return [...first.values()];
}

/** Above the one hash, up to the other. */
const between = (before: number, hash: number): number => before + Math.ceil((hash - before) / 2);

const hasAny = ({ variables }: NamedDevice): boolean => Object.keys(variables).length > 0;

const bytesOf = (device: NamedDevice): number =>
  hasAny(device) ? Buffer.byteLength(JSON.stringify(device.variables)) : 0;

function toEntries(batch: Hashed[]): BatchEntries {
  const devices = batch.sort((one, other) => one.at - other.at);
  return {
    core_ids: devices.map(({ core_id }) => core_id),
    variables: devices.some(hasAny) ? devices.map(({ variables }) => variables) : null,
  };
}
