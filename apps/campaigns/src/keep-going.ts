import { campaignExpanding } from '@herald/contracts';
import type { Job } from '@herald/service';
import type { Batch } from './batch.model';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';
import { finishIfDone } from './finish-if-done';
import { pump, sendNextOnTime, sendOff } from './pump';
import { stale } from './stale';

/** A batch that nobody has heard of for so long is sent off again: who was settled is not sent to twice. */
const stalledMs = { 'under way': 120_000, retrying: 1_800_000 };
/** Whoever took a batch to send it off and died lets go of it after so long. */
const takenMs = 5_000;
/** A campaign whose targets nobody goes on making is begun again. */
const forgottenMs = 30_000;
const batchesAtOnce = 50;

/** What deaths left undone is done here: batches that wait, that are lost, and campaigns that could have ended. */
export const keepGoing: Job<CampaignsDeps> = {
  name: 'keep-going',
  everySeconds: 1,
  async run(deps, signal) {
    const { Batch, Campaign } = deps;
    const leftBehind = { state: 'taken' as const, ...stale('moved_at', takenMs) };
    await Batch.updateMany(leftBehind, { $set: { state: 'waiting' } });
    const waiting: string[] = await Batch.distinct('campaign_uuid', { state: 'waiting' });
    const active = { uuid: { $in: waiting }, terminated: false };
    const campaigns = waiting.length > 0 ? await Campaign.find(active).lean<Campaign[]>() : [];
    for (const campaign of campaigns) {
      if (campaign.rate === null) await pump(campaign, deps);
      else while (!signal.aborted && (await sendNextOnTime(campaign, deps)));
    }
    for (const state of ['under way', 'retrying'] as const) await sendStalledAgain(state, deps);
    await expandForgotten(deps);
    await finishWhatIsDone(deps);
  },
};

async function sendStalledAgain(state: keyof typeof stalledMs, deps: CampaignsDeps): Promise<void> {
  const { Batch, Campaign } = deps;
  const stalled = { state, ...stale('moved_at', stalledMs[state]) };
  for (const batch of await Batch.find(stalled).limit(batchesAtOnce).lean<Batch[]>()) {
    const campaign = await Campaign.findOne({ uuid: batch.campaign_uuid }).lean<Campaign>();
    await Batch.updateOne({ _id: batch._id }, { $set: { moved_at: new Date() } });
    if (campaign && !campaign.terminated) await sendOff(campaign, batch, deps);
  }
}

async function expandForgotten({ Campaign, emit }: CampaignsDeps): Promise<void> {
  const forgotten = { terminated: false, expanded: false, ...stale('expanding_at', forgottenMs) };
  for (const { uuid } of await Campaign.find(forgotten).lean<Campaign[]>()) {
    await Campaign.updateOne({ uuid }, { $set: { expanding_at: new Date() } }, { timestamps: false });
    await emit(campaignExpanding, { campaign_uuid: uuid });
  }
}

async function finishWhatIsDone(deps: CampaignsDeps): Promise<void> {
  const now = new Date();
  const over = { terminated: false, expanded: true, finish_date: null };
  const late = { terminated: false, expanded: true, finish_date: { $lte: now } };
  for (const filter of [over, late])
    for (const campaign of await deps.Campaign.find(filter).lean<Campaign[]>()) await finishIfDone(campaign, deps);
}
