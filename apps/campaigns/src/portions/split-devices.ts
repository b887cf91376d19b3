import type { Entries } from '../batches/entries.model';
import type { NamedDevice } from '../campaigns/named-devices';
import { deviceHash } from './portion.model';

export type BatchEntries = Pick<Entries, 'core_ids' | 'variables'>;
/** Devices, each once, with what belongs to each in the same order. */
export type Devices = BatchEntries & { hashes: number[] };
type Split = { lists: BatchEntries[]; starts: number[] };

/** Variables may be long, and a batch travels as one message. */
const maxVariablesBytes = 400_000;

/** Named devices. One that is named twice counts once, with its first variables. */
export function toDevices(named: NamedDevice[]): Devices {
  const first = new Map<string, NamedDevice['variables']>();
  for (const { core_id, variables } of named) if (!first.has(core_id)) first.set(core_id, variables);
  const core_ids = [...first.keys()];
  return { core_ids, variables: [...first.values()], hashes: core_ids.map(deviceHash) };
}

/** Splits devices into batches of at most this size by the order of their hashes; in a batch they keep their own. */
export function splitDevices(devices: Devices, size: number): Split {
  const { hashes } = devices;
  const order = hashes.map((_, at) => at).sort((one, other) => hashes[one]! - hashes[other]!);
  const split: number[][] = [];
  const starts: number[] = [];
  let bytes = 0;
  order.forEach((at, place) => {
    let last = split.at(-1);
    if (!last || last.length >= size || bytes >= maxVariablesBytes) {
      split.push((last = []));
      starts.push(place === 0 ? 0 : between(hashes[order[place - 1]!]!, hashes[at]!));
      bytes = 0;
    }
    last.push(at);
    bytes += bytesOf(devices.variables?.[at]);
  });
  return { lists: split.map((batch) => entriesAt(batch, devices)), starts };
}

/** Above the one hash, up to the other. */
const between = (before: number, hash: number): number => before + Math.ceil((hash - before) / 2);

const hasAny = (variables: object): boolean => Object.keys(variables).length > 0;

const bytesOf = (variables?: object): number =>
  variables && hasAny(variables) ? Buffer.byteLength(JSON.stringify(variables)) : 0;

function entriesAt(batch: number[], devices: Devices): BatchEntries {
  const places = batch.sort((one, other) => one - other);
  const variables = devices.variables ? places.map((at) => devices.variables![at]!) : [];
  return {
    core_ids: places.map((at) => devices.core_ids[at]!),
    variables: variables.some(hasAny) ? variables : null,
  };
}
