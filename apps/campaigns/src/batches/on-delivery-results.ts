import { deliveryResults } from '@herald/contracts';
import { Unrecoverable, consumer } from '@herald/messaging';
import { finishIfDone } from '../campaigns/finish-campaign';
import type { CampaignsDeps } from '../deps';
import { settleTargets } from '../targets/settle-targets';
import { dispatchWaiting } from './dispatch-batches';
import { moveBatch } from './move-batch';

export const onDeliveryResults = consumer({
  name: 'on-delivery-results',
  on: deliveryResults,
  prefetch: 8,
  async handle(results, deps: CampaignsDeps) {
    const batch = await deps.Batch.findById(results.batch_id).lean();
    if (batch?.campaign_uuid !== results.campaign_uuid) throw new Unrecoverable('There is no such batch');
    const grow = await settleTargets(results, deps);
    const isSettled = grow.sended + grow.fails >= batch.total;
    const unsettled = results.unfinished ? 'partlySettled' : 'retryScheduled';
    const event = isSettled ? 'settled' : unsettled;
    await moveBatch(deps.Batch, event, { _id: batch._id }, { grow });
    if (results.oldest_at) deps.metrics.resultLag.observe(secondsSince(results.oldest_at));
    const campaign = await deps.Campaign.findOne({ uuid: batch.campaign_uuid }).lean();
    if (!campaign) return;
    const isInFlight = await dispatchWaiting(campaign, deps);
    if (isSettled && !isInFlight) await finishIfDone(campaign, deps);
  },
});

/** Clocks of two machines may differ by some milliseconds. */
const secondsSince = (time: string): number => Math.max(0, Date.now() - Date.parse(time)) / 1000;
