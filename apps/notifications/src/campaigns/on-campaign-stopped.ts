import { campaignStopped } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { retryOnCollision } from '@herald/persistence';
import type { NotificationsDeps } from '../deps';

/** The message may arrive before the first batch of its campaign: it is stored in any case. */
export const onCampaignStopped = consumer({
  name: 'on-campaign-stopped',
  on: campaignStopped,
  async handle({ campaign_uuid: _id }, { KnownCampaign }: NotificationsDeps) {
    await retryOnCollision(async () => KnownCampaign.updateOne({ _id }, { $set: { stopped: true } }, { upsert: true }));
  },
});
