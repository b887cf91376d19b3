import { campaignExpanding } from '@herald/contracts';
import type { Job } from '@herald/service';
import { dispatchNextDue, dispatchWaiting, publishBatch } from '../batches/dispatch-batches';
import { moveBatch, moveBatches } from '../batches/move-batch';
import type { CampaignsDeps } from '../deps';
import { stale } from '../stale';
import { finishIfDone } from './finish-campaign';

/** A batch without news for this long is published again. */
const silenceMs = { 'under way': 120_000, retrying: 1_800_000 };
const republished = { 'under way': 'republished', retrying: 'retryRepublished' } as const;
/** A process that took a batch dispatches it within this time, or has died. */
const dispatchMs = 5_000;
/** A process that expands a campaign says so within this time, or has died. */
const expandMs = 30_000;
const batchesPerRun = 50;

/** Completes what crashes left undone, and dispatches the batches of campaigns with a rate when they are due. */
export const recoverCampaigns: Job<CampaignsDeps> = {
  // The id of the job's lease: processes of earlier versions hold it under this name.
  name: 'keep-going',
  everySeconds: 1,
  async run(deps, signal) {
    const { Batch, Campaign } = deps;
    await moveBatches(Batch, 'released', stale('moved_at', dispatchMs));
    const waiting: string[] = await Batch.distinct('campaign_uuid', { state: 'waiting' });
    const active = { uuid: { $in: waiting }, terminated: false };
    const campaigns = waiting.length > 0 ? await Campaign.find(active).lean() : [];
    for (const campaign of campaigns) {
      const { rate } = campaign;
      if (rate === null) await dispatchWaiting(campaign, deps);
      else while (!signal.aborted && (await dispatchNextDue(campaign, rate, deps)));
    }
    for (const state of ['under way', 'retrying'] as const) await republishSilent(state, deps);
    await expandForgotten(deps);
    await finishDone(deps);
  },
};

async function republishSilent(state: keyof typeof silenceMs, deps: CampaignsDeps): Promise<void> {
  const { Batch, Campaign } = deps;
  const silent = { state, ...stale('moved_at', silenceMs[state]) };
  for (const batch of await Batch.find(silent).limit(batchesPerRun).lean()) {
    const campaign = await Campaign.findOne({ uuid: batch.campaign_uuid }).lean();
    const { _id, moved_at } = batch;
    const isOurs = await moveBatch(Batch, republished[state], { _id, moved_at });
    if (isOurs && campaign && !campaign.terminated) await publishBatch(campaign, batch, deps);
  }
}

async function expandForgotten({ Campaign, emit }: CampaignsDeps): Promise<void> {
  const forgotten = { terminated: false, expanded: false, ...stale('expanding_at', expandMs) };
  for (const { uuid } of await Campaign.find(forgotten).lean()) {
    await Campaign.updateOne({ uuid }, { $set: { expanding_at: new Date() } }, { timestamps: false });
    await emit(campaignExpanding, { campaign_uuid: uuid });
  }
}

async function finishDone(deps: CampaignsDeps): Promise<void> {
  const expanded = { terminated: false, expanded: true };
  for (const finish_date of [null, { $lte: new Date() }])
    for (const campaign of await deps.Campaign.find({ ...expanded, finish_date }).lean())
      await finishIfDone(campaign, deps);
}
