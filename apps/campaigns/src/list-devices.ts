import { randomUUID } from 'node:crypto';
import { duplicateKeys } from '@herald/persistence';
import type { Batch, Entries } from './batch.model';
import type { CampaignsDeps } from './deps';
import type { NamedDevice } from './named-devices';

export const largestBatch = 500;
/** Variables may be long: a batch travels as one message. */
const largestVariables = 400_000;
const keptDays = 30;

export type Pace = { rate?: number | null; finish_date?: Date | null };
export type Chunk = { core_ids: string[]; variables: Record<string, unknown>[] | null };

/** A low rate must not cost a message and a list for each device: the senders pace what is in a batch. */
const smallestBatch = 100;

export const batchSize = ({ rate }: Pace): number =>
  Math.min(largestBatch, Math.max(smallestBatch, rate ?? largestBatch));

/** Keeps the devices that a request named, as batches that are still to become targets. */
export async function listDevices(
  uuid: string,
  devices: NamedDevice[],
  pace: Pace,
  deps: Pick<CampaignsDeps, 'Batch' | 'Entries'>,
): Promise<void> {
  const chunks = [...chunksOf(devices, batchSize(pace))];
  const atOnce = 20;
  for (let first = 0; first < chunks.length; first += atOnce)
    await addBatches(uuid, chunks.slice(first, first + atOnce), first, pace, deps);
}

/** Adds batches from a number on. Numbers that are taken stay as they are: somebody was faster, and their devices come again. */
export async function addBatches(
  campaign_uuid: string,
  chunks: Chunk[],
  first: number,
  { finish_date }: Pace,
  { Batch, Entries }: Pick<CampaignsDeps, 'Batch' | 'Entries'>,
): Promise<void> {
  const now = new Date();
  const forget_at = new Date(Math.max(finish_date?.getTime() ?? 0, now.getTime()) + keptDays * 86_400_000);
  const entries: Entries[] = chunks.map((chunk) => ({ _id: randomUUID(), campaign_uuid, ...chunk, forget_at }));
  const zero = { sended: 0, fails: 0, RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 0, UNKNOWN: 0 };
  const batches: Batch[] = chunks.map(({ core_ids }, at) => ({
    _id: `${campaign_uuid}/${first + at}`,
    campaign_uuid,
    number: first + at,
    entries_id: entries[at]!._id,
    state: 'listed',
    total: core_ids.length,
    ...zero,
    listed_at: now,
    moved_at: now,
  }));
  await Entries.collection.insertMany(entries as never);
  await Batch.collection.insertMany(batches as never, { ordered: false }).catch((error: unknown) => {
    if (!duplicateKeys(error)) throw error;
  });
}

/** A device that is named twice counts once. */
function* chunksOf(devices: NamedDevice[], size: number): Generator<Chunk> {
  const seen = new Set<string>();
  let chunk: { core_ids: string[]; variables: Record<string, unknown>[] } = { core_ids: [], variables: [] };
  let bytes = 0;
  const closed = (): Chunk => {
    const isPlain = chunk.variables.every((one) => Object.keys(one).length === 0);
    return { ...chunk, variables: isPlain ? null : chunk.variables };
  };
  for (const { core_id, variables } of devices) {
    if (seen.has(core_id)) continue;
    seen.add(core_id);
    chunk.core_ids.push(core_id);
    chunk.variables.push(variables);
    bytes += Buffer.byteLength(JSON.stringify(variables));
    if (chunk.core_ids.length < size && bytes < largestVariables) continue;
    yield closed();
    chunk = { core_ids: [], variables: [] };
    bytes = 0;
  }
  if (chunk.core_ids.length > 0) yield closed();
}
