import { bulkInsert, findPlain } from '@herald/persistence';
import type { Campaign } from '../campaigns/campaign.model';
import type { CampaignsDeps } from '../deps';
import { createLateTargets } from '../late/create-late-targets';
import { endOf } from '../portions/portion.model';
import { lastPortion } from '../portions/save-portion';
import { newListOf, newTargetList, type StoredList } from '../targets/target-list.model';
import type { Batch } from './batch.model';
import { dispatchWaiting } from './dispatch-batches';
import type { Entries } from './entries.model';
import { moveBatches } from './move-batch';

/** Lists with devices of their own are of some 50 KB. */
const batchesPerStep = 20;
/** The first batches are dispatched one by one: sending begins while the next ones are expanded. */
const batchesOneByOne = 6;

/**
 * Creates the target lists of some listed batches, which may be dispatched then. False if no batch was left. Batches
 * after the last portion have devices that joined late, or were listed by an earlier version.
 */
export async function expandListed(campaign: Campaign, deps: CampaignsDeps): Promise<boolean> {
  const listed = { campaign_uuid: campaign.uuid, state: 'listed' } as const;
  const batches = await deps.Batch.find(listed).sort({ number: 1 }).limit(batchesPerStep).lean();
  if (batches.length === 0) return false;
  // Read after the batches: a portion is older than its batches.
  const last = await lastPortion(campaign.uuid, deps);
  const isLate = ({ number }: Batch) => !last || number >= endOf(last);
  const ofPortions = batches.filter((batch) => !isLate(batch));
  const alone = ofPortions.filter(({ number }) => number < batchesOneByOne);
  for (const some of [...alone.map((one) => [one]), ofPortions.slice(alone.length)]) {
    await expandBatches(campaign, some, deps);
    await dispatchWaiting(campaign, deps);
  }
  const late = batches.filter(isLate);
  if (late.length === 0) return true;
  const found = await deps.Entries.find(entriesOf(late)).lean();
  for (const [batch, entries] of withEntries(late, found)) await createLateTargets(batch, entries, deps);
  await dispatchWaiting(campaign, deps);
  return true;
}

/** The devices of a portion are targets of one batch only. A repeat finds the lists there. */
async function expandBatches(campaign: Campaign, batches: Batch[], deps: CampaignsDeps): Promise<void> {
  const lists = isNamed(campaign) ? await listsWithDevices(batches, deps) : batches.map(listOf);
  if (lists.length === 0) return;
  await bulkInsert(deps.TargetList, lists);
  await moveBatches(deps.Batch, 'targetsCreated', { _id: { $in: lists.map(({ _id }) => _id) } });
}

const listOf = ({ _id, campaign_uuid, entries_id, total }: Batch): StoredList =>
  newListOf(entries_id, { _id, campaign_uuid, size: total });

/** The entries of named devices go when the campaign ends. */
const isNamed = ({ segment_id, retry_of }: Campaign): boolean => !segment_id && !retry_of;

async function listsWithDevices(batches: Batch[], { Entries }: CampaignsDeps): Promise<StoredList[]> {
  const found = await findPlain(Entries, entriesOf(batches), ['_id', 'core_ids']);
  const pairs = withEntries(batches, found);
  return pairs.map(([{ _id, campaign_uuid }, { core_ids }]) => newTargetList(_id, campaign_uuid, core_ids));
}

const entriesOf = (batches: Batch[]) => ({ _id: { $in: batches.map(({ entries_id }) => entries_id) } });

/** Batches with their entries; those of a campaign that never ended may have expired. */
function withEntries<Found extends Pick<Entries, '_id'>>(batches: Batch[], found: Found[]): [Batch, Found][] {
  const byId = new Map(found.map((one) => [one._id, one]));
  return batches.flatMap((batch) => {
    const entries = byId.get(batch.entries_id);
    return entries ? [[batch, entries]] : [];
  });
}
