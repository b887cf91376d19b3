import { pushBatch } from '@herald/contracts';
import { clockSlackMs } from '@herald/persistence';
import type { Campaign } from '../campaigns/campaign.model';
import type { CampaignsDeps } from '../deps';
import { batchSize } from './batch-size';
import { inFlightStates } from './batch-states';
import type { Batch } from './batch.model';
import { moveBatch, moveFirstBatch } from './move-batch';

/**
 * Maximum batches of one campaign in flight. Campaigns share the senders: a small campaign waits for these batches of a
 * huge one, not for all of them.
 */
const maxInFlight = 12;
/** Time that a process missed and that a campaign with a rate compensates. More of it would be a burst. */
const maxCatchUpMs = 250;

/** Dispatches waiting batches up to the campaign's limit. False if none is in flight then. */
export const dispatchWaiting = (campaign: Campaign, deps: CampaignsDeps): Promise<boolean> =>
  deps.dispatchInTurn(campaign.uuid, () => dispatchUpToLimit(campaign, deps));

async function dispatchUpToLimit(campaign: Campaign, deps: CampaignsDeps): Promise<boolean> {
  const { uuid: campaign_uuid, rate, terminated } = campaign;
  let inFlight = await countInFlight(campaign, deps);
  // Batches of a campaign with a rate are dispatched by the clock: each sets the time of the next.
  while (rate === null && !terminated && inFlight < maxInFlight) {
    const batch = await moveFirstBatch(deps.Batch, 'taken', { campaign_uuid });
    if (!batch) break;
    await dispatch(campaign, batch, deps);
    inFlight++;
  }
  return inFlight > 0;
}

/** Dispatches the next batch of a campaign with a rate if it is due. False if it is not. */
export async function dispatchNextDue(campaign: Campaign, rate: number, deps: CampaignsDeps): Promise<boolean> {
  const { uuid } = campaign;
  const now = Date.now();
  const dueAt = dueTime(campaign.next_batch_at, rate, now);
  if (dueAt > now || (await countInFlight(campaign, deps)) >= maxInFlight) return false;
  const batch = await moveFirstBatch(deps.Batch, 'taken', { campaign_uuid: uuid });
  if (!batch) return false;
  // The time of the batch belongs to one process: two would exceed the rate.
  const unchanged = { uuid, next_batch_at: campaign.next_batch_at };
  const next_batch_at = new Date(Math.max(dueAt, now - maxCatchUpMs) + (batch.total / rate) * 1000);
  const { matchedCount } = await deps.Campaign.updateOne(unchanged, { $set: { next_batch_at } }, { timestamps: false });
  if (matchedCount === 0) {
    await moveBatch(deps.Batch, 'released', { _id: batch._id, moved_at: batch.moved_at });
    return false;
  }
  campaign.next_batch_at = next_batch_at;
  await dispatch(campaign, batch, deps);
  return true;
}

/** A time that no dispatch can have set was written before the clock was set back: the next batch is due. */
function dueTime(next_batch_at: Date, rate: number, now: number): number {
  const maxDelayMs = (batchSize(rate) / rate) * 1000;
  const at = next_batch_at.getTime();
  return at > now + maxDelayMs + clockSlackMs ? now : at;
}

/** Two processes that count concurrently may each dispatch one more. */
async function countInFlight({ uuid: campaign_uuid }: Campaign, { Batch }: CampaignsDeps): Promise<number> {
  return Batch.countDocuments({ campaign_uuid, state: { $in: inFlightStates } });
}

async function dispatch(campaign: Campaign, batch: Batch, deps: CampaignsDeps): Promise<void> {
  if (await publishBatch(campaign, batch, deps)) await moveBatch(deps.Batch, 'published', { _id: batch._id });
}

/** Publishes a batch to the senders. False for a batch whose campaign has ended. */
export async function publishBatch(
  campaign: Campaign,
  { _id: batch_id, number, entries_id, by_place }: Batch,
  { Entries, emit }: CampaignsDeps,
): Promise<boolean> {
  const entries = await Entries.findById(entries_id).lean();
  if (!entries) return false;
  const { core_ids, variables } = entries;
  const { uuid, company_id, message_id, app_id, application_name: bundle_id, notification, rate, trace } = campaign;
  await emit(pushBatch, {
    batch_id,
    number,
    campaign: { uuid, company_id, message_id, app_id, bundle_id, ...(trace ? { trace } : {}) },
    notification,
    core_ids,
    ...(by_place ? { places: core_ids.map((_, place) => place) } : {}),
    ...(variables ? { variables } : {}),
    ...(rate !== null && rate < core_ids.length ? { rate } : {}),
    tries: 0,
    ...(number === 0 ? { started_at: startOf(campaign).toISOString() } : {}),
  });
  return true;
}

/** When a campaign could begin to send: at its creation, or at its approval. */
export const startOf = ({ approval, created_at }: Pick<Campaign, 'approval' | 'created_at'>): Date =>
  approval?.decided_at ?? created_at;
