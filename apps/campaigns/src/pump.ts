import { pushBatch } from '@herald/envelopes';
import type { Batch, Entries } from './batch.model';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';

/**
 * So many batches of one campaign are under way at once. Campaigns so share the senders: who comes behind a huge one waits
 * for these few, not for all of it.
 */
const mostUnderWay = 12;
/** Whoever took a batch to send it off and died lets go of it after so long. */
const takenMs = 5_000;

/** Sends off waiting batches as long as the campaign has room for them. */
export async function pump(campaign: Campaign, deps: CampaignsDeps): Promise<void> {
  while (mayGo(campaign) && (await hasRoom(campaign, deps))) {
    const batch = await takeNext(campaign, deps);
    if (!batch) return;
    await sendOff(campaign, batch, deps);
  }
}

/** A campaign with a rate goes by the clock: each batch sets the time of the next. */
function mayGo(campaign: Campaign): boolean {
  return campaign.rate === null && !campaign.terminated;
}

/** Sends off the next batch of a campaign with a rate, if its time has come; tells whether there was one. */
export async function sendNextOnTime(campaign: Campaign, deps: CampaignsDeps): Promise<boolean> {
  const { Campaign } = deps;
  const now = Date.now();
  if (campaign.next_batch_at.getTime() > now || !(await hasRoom(campaign, deps))) return false;
  const batch = await takeNext(campaign, deps);
  if (!batch) return false;
  // What could not be sent in the last second is not made up for.
  const began = Math.max(campaign.next_batch_at.getTime(), now - 1_000);
  campaign.next_batch_at = new Date(began + (batch.total / campaign.rate!) * 1000);
  await Campaign.updateOne(
    { uuid: campaign.uuid },
    { $set: { next_batch_at: campaign.next_batch_at } },
    { timestamps: false },
  );
  await sendOff(campaign, batch, deps);
  return true;
}

/** Those that somebody is just sending off count too. Two who look at the same moment may still send one more each. */
async function hasRoom({ uuid: campaign_uuid }: Campaign, { Batch }: CampaignsDeps): Promise<boolean> {
  const underWay = await Batch.countDocuments({ campaign_uuid, state: 'under way' });
  const taken = { campaign_uuid, state: 'waiting' as const, taken_until: { $gte: new Date() } };
  return underWay + (await Batch.countDocuments(taken)) < mostUnderWay;
}

async function takeNext({ uuid: campaign_uuid }: Campaign, { Batch }: CampaignsDeps): Promise<Batch | null> {
  const now = new Date();
  const free = { campaign_uuid, state: 'waiting' as const, taken_until: { $lt: now } };
  const taken = { $set: { taken_until: new Date(now.getTime() + takenMs) } };
  const options = { sort: { number: 1 }, lean: true, returnDocument: 'after' } as const;
  return (await Batch.findOneAndUpdate(free, taken, options)) as Batch | null;
}

/** Hands a batch to the senders. Under way means that its message cannot be lost any more. */
export async function sendOff(campaign: Campaign, { _id, entries_id }: Batch, deps: CampaignsDeps): Promise<void> {
  const { Batch, Entries, emit } = deps;
  const entries = await Entries.findById(entries_id).lean<Entries>();
  if (!entries) return;
  const { uuid, company_id, message_id, app_id, application_name: bundle_id, notification } = campaign;
  await emit(pushBatch, {
    batch_id: _id,
    campaign: { uuid, company_id, message_id, app_id, bundle_id },
    notification,
    core_ids: entries.core_ids,
    ...(entries.variables ? { variables: entries.variables } : {}),
    tries: 0,
  });
  await Batch.updateOne({ _id, state: 'waiting' }, { $set: { state: 'under way', moved_at: new Date() } });
}
