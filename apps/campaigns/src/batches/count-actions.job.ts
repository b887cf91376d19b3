import { deliveryActions, type DeliveryAction } from '@herald/contracts';
import type { Job } from '@herald/service';
import type { CampaignsDeps } from '../deps';
import type { TargetStatus } from '../targets/target.model';
import type { Batch } from './batch.model';

const batchesPerRound = 200;

type Marked = Pick<Batch, '_id' | 'uncounted'>;
type Reported = { _id: { status: TargetStatus; action: DeliveryAction }; count: number };

/** Counts the reported actions of marked batches: exact after duplicates, late reports and crashes. */
export const countActions: Job<CampaignsDeps> = {
  name: 'count-actions',
  everySeconds: 1,
  async run(deps, signal) {
    while (!signal.aborted) {
      const marked = { uncounted: { $exists: true } };
      const batches = await deps.Batch.find(marked, { uncounted: 1 }).limit(batchesPerRound).lean();
      let counted = 0;
      for (const batch of batches) if (await countBatch(batch, deps)) counted++;
      if (batches.length < batchesPerRound || counted === 0) return;
    }
  },
};

/** False while the batch lags behind its targets: more actions than sent devices must never be visible. */
async function countBatch({ _id, uncounted }: Marked, { Batch, Target }: CampaignsDeps): Promise<boolean> {
  const reported = await Target.aggregate<Reported>([
    { $match: { reported_in: _id } },
    { $group: { _id: { status: '$status', action: '$action' }, count: { $sum: 1 } } },
  ]);
  const sent = reported.filter((group) => group._id.status === 'sended');
  const countOf = (action: DeliveryAction) => sent.find((group) => group._id.action === action)?.count ?? 0;
  const counts = Object.fromEntries(deliveryActions.map((action) => [action, countOf(action)]));
  const caughtUp = { _id, sended: { $gte: sent.reduce((sum, { count }) => sum + count, 0) } };
  const { matchedCount } = await Batch.updateOne(caughtUp, { $set: counts });
  // A report may arrive before its delivery result: the mark stays until no reported target is pending. The conditional
  // unset preserves a mark that was set meanwhile.
  const isComplete = matchedCount > 0 && !reported.some((group) => group._id.status === 'pending');
  if (isComplete) await Batch.updateOne({ _id, uncounted }, { $unset: { uncounted: 1 } });
  return isComplete;
}
