import { campaignExpanding } from '@herald/contracts';
import { stale } from '@herald/persistence';
import type { Job } from '@herald/service';
import { dispatchWaiting, publishBatch } from '../batches/dispatch-batches';
import { keepPace } from '../batches/keep-pace';
import { moveBatch, moveBatches } from '../batches/move-batch';
import type { CampaignsDeps } from '../deps';
import { finishIfDone } from './finish-campaign';
import { noteWork } from './note-work';

/** A batch that nothing was heard of for this long is published again. */
const silenceMs = { 'under way': 120_000, retrying: 1_800_000 };
const republished = { 'under way': 'republished', retrying: 'retryRepublished' } as const;
/** A process that took a batch has dispatched it within this time, or died. */
const dispatchMs = 5_000;
/** A process that expands a campaign notes it within this time, or has died. */
const expandMs = 30_000;
const batchesPerRun = 50;

/** Completes what crashes left undone, and dispatches the batches of campaigns with a rate when they are due. */
export const recoverCampaigns: Job<CampaignsDeps> = {
  // The id of the job's lease: processes of earlier versions hold it under this name.
  name: 'keep-going',
  everySeconds: 1,
  async run(deps, signal) {
    await moveBatches(deps.Batch, 'released', stale('moved_at', dispatchMs));
    // Stopped campaigns leave open batches behind, more with each: only those of active ones may be looked at.
    const finishable = { uuid: 1, terminated: 1, expanded: 1, finish_date: 1 };
    const active = await deps.Campaign.find({ terminated: false }, finishable).lean();
    const uuids = active.map(({ uuid }) => uuid);
    await expireApprovals(deps);
    await dispatchActive(uuids, deps, signal);
    for (const state of ['under way', 'retrying'] as const) await republishSilent(state, uuids, deps);
    await expandForgotten(deps);
    for (const campaign of active) await finishIfDone(campaign, deps);
  },
};

/** A yes that comes too late must start nothing. */
async function expireApprovals({ Campaign }: CampaignsDeps): Promise<void> {
  const pending = { terminated: false, 'approval.status': 'pending' } as const;
  const expired = { ...pending, 'approval.expires_at': { $lt: new Date() } };
  await Campaign.updateMany(expired, { $set: { terminated: true, 'approval.status': 'expired' } });
}

async function dispatchActive(active: string[], deps: CampaignsDeps, signal: AbortSignal): Promise<void> {
  if (active.length === 0) return;
  const waiting = { campaign_uuid: { $in: active }, state: 'waiting' } as const;
  for (const campaign of await findActive(await deps.Batch.distinct('campaign_uuid', waiting), deps)) {
    if (campaign.rate === null) await dispatchWaiting(campaign, deps);
    else
      void keepPace(campaign.uuid, deps, signal).catch((err: unknown) =>
        deps.log.error({ err }, 'Dispatching by a rate failed, and the next run begins it again'),
      );
  }
}

async function republishSilent(state: keyof typeof silenceMs, active: string[], deps: CampaignsDeps): Promise<void> {
  if (active.length === 0) return;
  const silent = { campaign_uuid: { $in: active }, state, ...stale('moved_at', silenceMs[state]) };
  const batches = await deps.Batch.find(silent).sort({ moved_at: 1 }).limit(batchesPerRun).lean();
  const campaigns = await findActive([...new Set(batches.map(({ campaign_uuid }) => campaign_uuid))], deps);
  for (const batch of batches) {
    const { _id, campaign_uuid, moved_at } = batch;
    const campaign = campaigns.find(({ uuid }) => uuid === campaign_uuid);
    if (!campaign) continue;
    const isOurs = await moveBatch(deps.Batch, republished[state], { _id, moved_at });
    if (isOurs) await publishBatch(campaign, batch, deps);
  }
}

async function expandForgotten(deps: CampaignsDeps): Promise<void> {
  const started = { terminated: false, expanded: false, 'approval.status': { $ne: 'pending' } } as const;
  const forgotten = { ...started, ...stale('expanding_at', expandMs) };
  for (const { uuid } of await deps.Campaign.find(forgotten, { uuid: 1 }).lean()) {
    await noteWork({ uuid }, deps);
    await deps.emit(campaignExpanding, { campaign_uuid: uuid });
  }
}

const findActive = async (uuids: string[], { Campaign }: CampaignsDeps) =>
  uuids.length > 0 ? Campaign.find({ uuid: { $in: uuids }, terminated: false }).lean() : [];
