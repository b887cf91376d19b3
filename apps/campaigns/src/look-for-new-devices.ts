import { campaignExpanding } from '@herald/contracts';
import type { Job } from '@herald/service';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';
import { stale } from './stale';

const everyMs = 30_000;

/** Until its finish date, a segment's campaign takes in devices that have come to match. */
export const lookForNewDevices: Job<CampaignsDeps> = {
  name: 'look-for-new-devices',
  everySeconds: 5,
  async run({ Campaign, emit }) {
    const wanted = { terminated: false, finish_date: { $gt: new Date() } };
    const due = { segment_id: { $ne: '' }, expanded: true, ...stale('walked_at', everyMs) };
    for (const { uuid } of await Campaign.find({ ...wanted, ...due }).lean<Campaign[]>()) {
      await Campaign.updateOne(
        { uuid, expanded: true },
        { $set: { expanded: false, cursor: '', expanding_at: new Date() } },
        { timestamps: false },
      );
      await emit(campaignExpanding, { campaign_uuid: uuid });
    }
  },
};
