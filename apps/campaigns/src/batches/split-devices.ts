import type { NamedDevice } from '../campaigns/named-devices';
import type { Entries } from './entries.model';

export type BatchEntries = Pick<Entries, 'core_ids' | 'variables'>;

/** Variables may be long, and a batch travels as one message. */
const maxVariablesBytes = 400_000;

/** Splits named devices into batches of at most this size. A device that is named twice counts once. */
export function splitDevices(devices: NamedDevice[], size: number): BatchEntries[] {
  const seen = new Set<string>();
  const split: NamedDevice[][] = [];
  let bytes = 0;
  for (const device of devices) {
    if (seen.has(device.core_id)) continue;
    seen.add(device.core_id);
    let last = split.at(-1);
    if (!last || last.length >= size || bytes >= maxVariablesBytes) {
      split.push((last = []));
      bytes = 0;
    }
    last.push(device);
    bytes += Buffer.byteLength(JSON.stringify(device.variables));
  }
  return split.map(toEntries);
}

function toEntries(devices: NamedDevice[]): BatchEntries {
  const hasVariables = devices.some(({ variables }) => Object.keys(variables).length > 0);
  return {
    core_ids: devices.map(({ core_id }) => core_id),
    variables: hasVariables ? devices.map(({ variables }) => variables) : null,
  };
}
