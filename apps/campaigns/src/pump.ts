import { pushBatch } from '@herald/contracts';
import { largestBatch } from './list-devices';
import type { Batch, Entries } from './batch.model';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';

/**
 * So many batches of one campaign are under way at once. Campaigns so share the senders: who comes behind a huge one waits
 * for these few, not for all of it.
 */
const mostUnderWay = 12;

/** Sends off waiting batches as long as the campaign has room for them. False where none is under way then. */
export async function pump(campaign: Campaign, deps: CampaignsDeps): Promise<boolean> {
  const { rate, terminated } = campaign;
  let underWay = await underWayOf(campaign, deps);
  // A campaign with a rate goes by the clock: each batch sets the time of the next.
  while (rate === null && !terminated && underWay < mostUnderWay) {
    const batch = await takeNext(campaign, deps);
    if (!batch) break;
    await sendOff(campaign, batch, deps);
    underWay++;
  }
  return underWay > 0;
}

/** Sends off the next batch of a campaign with a rate, if its time has come; tells whether there was one. */
export async function sendNextOnTime(campaign: Campaign, deps: CampaignsDeps): Promise<boolean> {
  const { Campaign } = deps;
  const now = Date.now();
  // A later time was written before the clock was set back.
  const dueAt = Math.min(campaign.next_batch_at.getTime(), now + (largestBatch / campaign.rate!) * 1000);
  if (dueAt > now || (await underWayOf(campaign, deps)) >= mostUnderWay) return false;
  const batch = await takeNext(campaign, deps);
  if (!batch) return false;
  // What could not be sent in the last second is not made up for.
  const began = Math.max(dueAt, now - 1_000);
  campaign.next_batch_at = new Date(began + (batch.total / campaign.rate!) * 1000);
  await Campaign.updateOne(
    { uuid: campaign.uuid },
    { $set: { next_batch_at: campaign.next_batch_at } },
    { timestamps: false },
  );
  await sendOff(campaign, batch, deps);
  return true;
}

/** Two who look at the same moment may each send one more. */
async function underWayOf({ uuid: campaign_uuid }: Campaign, { Batch }: CampaignsDeps): Promise<number> {
  return Batch.countDocuments({ campaign_uuid, state: { $in: ['taken', 'under way'] } });
}

async function takeNext({ uuid: campaign_uuid }: Campaign, { Batch }: CampaignsDeps): Promise<Batch | null> {
  const taken = { $set: { state: 'taken' as const, moved_at: new Date() } };
  const options = { sort: { number: 1 }, lean: true, returnDocument: 'after' } as const;
  return (await Batch.findOneAndUpdate({ campaign_uuid, state: 'waiting' }, taken, options)) as Batch | null;
}

/** Hands a batch to the senders. Under way means that its message cannot be lost any more. */
export async function sendOff(campaign: Campaign, { _id, entries_id }: Batch, deps: CampaignsDeps): Promise<void> {
  const { Batch, Entries, emit } = deps;
  const entries = await Entries.findById(entries_id).lean<Entries>();
  if (!entries) return;
  const { uuid, company_id, message_id, app_id, application_name: bundle_id, notification, rate } = campaign;
  await emit(pushBatch, {
    batch_id: _id,
    campaign: { uuid, company_id, message_id, app_id, bundle_id },
    notification,
    core_ids: entries.core_ids,
    ...(entries.variables ? { variables: entries.variables } : {}),
    ...(rate !== null && rate < entries.core_ids.length ? { rate } : {}),
    tries: 0,
  });
  await Batch.updateOne({ _id, state: 'taken' }, { $set: { state: 'under way', moved_at: new Date() } });
}
