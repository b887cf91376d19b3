import { randomUUID } from 'node:crypto';
import { bulkInsert, insertMissing } from '@herald/persistence';
import type { Campaign } from '../campaigns/campaign.model';
import type { CampaignsDeps } from '../deps';
import { batchSize } from './batch-size';
import { batchIdOf, type Batch } from './batch.model';
import type { Entries } from './entries.model';
import type { BatchEntries } from './split-devices';

type Owner = Pick<Campaign, 'uuid' | 'finish_date' | 'rate'>;
type Listing = {
  first: number;
  /** A step of a walk that died is repeated, and lists its devices again: they count once they are targets. */
  isWalk: boolean;
};
type Deps = Pick<CampaignsDeps, 'Batch' | 'Entries'>;

const retentionMs = 30 * 86_400_000;
const batchesPerInsert = 50;
const zero = { sended: 0, fails: 0, RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 0, UNKNOWN: 0 };

/**
 * Creates batches with consecutive numbers. A number that exists stays as it is: another process was faster, and its
 * devices are listed by a later step.
 */
export async function createBatches(
  campaign: Owner,
  lists: BatchEntries[],
  { first, isWalk }: Listing,
  deps: Deps,
): Promise<void> {
  for (let at = 0; at < lists.length; at += batchesPerInsert)
    await insertBatches(campaign, lists.slice(at, at + batchesPerInsert), { first: first + at, isWalk }, deps);
}

async function insertBatches(
  { uuid: campaign_uuid, finish_date, rate }: Owner,
  lists: BatchEntries[],
  { first, isWalk }: Listing,
  { Batch, Entries }: Deps,
): Promise<void> {
  const now = new Date();
  // A low rate dispatches the last batches of a large campaign after weeks.
  const paceMs = rate === null ? 0 : (((first + lists.length) * batchSize(rate)) / rate) * 1000;
  const forget_at = new Date(Math.max(finish_date?.getTime() ?? 0, now.getTime() + paceMs) + retentionMs);
  const entries = lists.map((list): Entries => ({ _id: randomUUID(), campaign_uuid, ...list, forget_at }));
  const batches = entries.map(({ _id: entries_id, core_ids }, at): Batch => ({
    _id: batchIdOf(campaign_uuid, first + at),
    ...{ campaign_uuid, entries_id, ...zero },
    number: first + at,
    state: 'listed',
    total: isWalk ? 0 : core_ids.length,
    listed_at: now,
    moved_at: now,
  }));
  await insertMissing(Entries, entries);
  await bulkInsert(Batch, batches);
}
