import type { Job } from '@herald/service';
import { paces } from '../campaigns/campaign-metrics';
import type { CampaignsDeps } from '../deps';
import { openStates } from './batch-states';
import { startOf } from './dispatch-batches';

type Open = { _id: string; pending: number; listed_at: Date };
type Pending = { targets: number; oldestAt: number };

/**
 * Measures how much is left to send. It reads one small row for up to 500 targets, and only of open batches of active
 * campaigns, by their index: what is done costs nothing.
 */
export const measurePending: Job<CampaignsDeps> = {
  name: 'measure-pending',
  everySeconds: 10,
  async run(deps) {
    const started = { terminated: false, 'approval.status': { $ne: 'pending' } } as const;
    const fields = { uuid: 1, rate: 1, approval: 1, created_at: 1 } as const;
    const campaigns = await deps.Campaign.find(started, fields).lean();
    const open = new Map((await findOpen(campaigns, deps)).map((one) => [one._id, one]));
    const now = Date.now();
    for (const pace of paces) {
      const sums: Pending = { targets: 0, oldestAt: now };
      for (const campaign of campaigns) {
        const found = open.get(campaign.uuid);
        if (!found || found.pending === 0 || paceOf(campaign) !== pace) continue;
        sums.targets += found.pending;
        // Devices that were named before the approval have waited for it, and not for us.
        sums.oldestAt = Math.min(sums.oldestAt, Math.max(found.listed_at.getTime(), startOf(campaign).getTime()));
      }
      deps.metrics.pending.at({ pace }).set(sums.targets);
      deps.metrics.oldestPending.at({ pace }).set((now - sums.oldestAt) / 1000);
    }
  },
  onStandBy({ metrics }) {
    for (const pace of paces) {
      metrics.pending.at({ pace }).set(0);
      metrics.oldestPending.at({ pace }).set(0);
    }
  },
};

const paceOf = ({ rate }: { rate: number | null }) => (rate === null ? 'unlimited' : 'limited');

async function findOpen(campaigns: { uuid: string }[], { Batch }: CampaignsDeps): Promise<Open[]> {
  if (campaigns.length === 0) return [];
  const uuids = campaigns.map(({ uuid }) => uuid);
  const pending = { $subtract: ['$total', { $add: ['$sended', '$fails'] }] };
  return Batch.aggregate<Open>([
    { $match: { campaign_uuid: { $in: uuids }, state: { $in: openStates } } },
    { $group: { _id: '$campaign_uuid', pending: { $sum: pending }, listed_at: { $min: '$listed_at' } } },
  ]);
}
