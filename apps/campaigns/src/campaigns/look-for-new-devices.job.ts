import { campaignExpanding } from '@herald/contracts';
import { stale } from '@herald/persistence';
import type { Job } from '@herald/service';
import type { CampaignsDeps } from '../deps';

const intervalMs = 30_000;

/** Until its finish date, the campaign of a segment takes in devices that begin to match. */
export const lookForNewDevices: Job<CampaignsDeps> = {
  name: 'look-for-new-devices',
  everySeconds: 5,
  async run({ Campaign, emit }) {
    const open = { terminated: false, finish_date: { $gt: new Date() } };
    const due = { segment_id: { $ne: '' }, expanded: true, ...stale('walked_at', intervalMs) };
    for (const { uuid } of await Campaign.find({ ...open, ...due }, { uuid: 1 }).lean()) {
      const restart = { $set: { expanded: false, cursor: '', expanding_at: new Date() } };
      await Campaign.updateOne({ uuid, expanded: true }, restart, { timestamps: false });
      await emit(campaignExpanding, { campaign_uuid: uuid });
    }
  },
};
