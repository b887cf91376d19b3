import type { PushBatch } from '@herald/contracts';
import { retryOnCollision, type Model } from '@herald/persistence';
import { campaignOf, type KnownCampaign } from './known-campaign.model';

/** A stop that another process has stored takes effect here within this time. */
const cacheMs = 500;
const maxCached = 1_000;

/** Tells whether a campaign was stopped, and stores a new one. Concurrent calls for a campaign share one lookup. */
export function stoppedCampaigns(KnownCampaign: Model<KnownCampaign>) {
  const runningUntil = new Map<string, number>();
  const lookups = new Map<string, Promise<boolean>>();
  const lookUp = async (batch: PushBatch): Promise<boolean> => {
    const { _id, ...shared } = campaignOf(batch);
    const options = { upsert: true, returnDocument: 'after' } as const;
    const today = new Date();
    today.setUTCHours(0, 0, 0, 0);
    const known = { $set: shared, $min: { oldest_at: today }, $max: { sent_at: today } };
    const found = await retryOnCollision(async () => KnownCampaign.findOneAndUpdate({ _id }, known, options).lean());
    const stopped = found.stopped === true;
    if (runningUntil.size >= maxCached) runningUntil.clear();
    if (!stopped) runningUntil.set(_id, performance.now() + cacheMs);
    return stopped;
  };
  return async (batch: PushBatch): Promise<boolean> => {
    const { uuid } = batch.campaign;
    if (performance.now() < (runningUntil.get(uuid) ?? 0)) return false;
    const pending = lookups.get(uuid) ?? lookUp(batch).finally(() => lookups.delete(uuid));
    lookups.set(uuid, pending);
    return pending;
  };
}
