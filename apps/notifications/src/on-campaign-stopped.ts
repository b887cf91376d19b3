import { campaignStopped } from '@herald/envelopes';
import { consumer } from '@herald/messaging';
import { againOnCollision } from '@herald/persistence';
import type { NotificationsDeps } from './deps';

/** It may come before the first batch: then it stands there for it. */
export const onCampaignStopped = consumer({
  name: 'on-campaign-stopped',
  on: campaignStopped,
  async handle({ campaign_uuid: _id }, { KnownCampaign }: NotificationsDeps) {
    await againOnCollision(async () => KnownCampaign.updateOne({ _id }, { $set: { stopped: true } }, { upsert: true }));
  },
});
