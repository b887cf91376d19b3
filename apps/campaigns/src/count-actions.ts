import type { Job } from '@herald/service';
import { deliveryActions, type DeliveryAction } from '@herald/contracts';
import type { Batch } from './batch.model';
import type { CampaignsDeps } from './deps';
import type { TargetStatus } from './target.model';

const batchesAtOnce = 200;

type Marked = Pick<Batch, '_id' | 'uncounted'>;
type Reported = { _id: { status: TargetStatus; action: DeliveryAction }; count: number };

/** Counts the reported actions of batches anew where something came: exact whatever came twice, late, or died between. */
export const countActions: Job<CampaignsDeps> = {
  name: 'count-actions',
  everySeconds: 1,
  async run(deps, signal) {
    while (!signal.aborted) {
      const marked = await deps.Batch.find({ uncounted: { $exists: true } }, { uncounted: 1 })
        .limit(batchesAtOnce)
        .lean<Marked[]>();
      let counted = 0;
      for (const one of marked) counted += (await countBatch(one, deps)) ? 1 : 0;
      if (marked.length < batchesAtOnce || counted === 0) return;
    }
  },
};

/** False while targets of the batch have moved and the batch has not: nobody may see more actions than sended. */
async function countBatch({ _id, uncounted }: Marked, { Batch, Target }: CampaignsDeps): Promise<boolean> {
  const found = await Target.aggregate<Reported>([
    { $match: { reported_in: _id } },
    { $group: { _id: { status: '$status', action: '$action' }, count: { $sum: 1 } } },
  ]);
  const sended = found.filter((one) => one._id.status === 'sended');
  const countOf = (action: DeliveryAction) => sended.find((one) => one._id.action === action)?.count ?? 0;
  const counts = Object.fromEntries(deliveryActions.map((action) => [action, countOf(action)]));
  const enough = { _id, sended: { $gte: sended.reduce((sum, { count }) => sum + count, 0) } };
  const { matchedCount } = await Batch.updateOne(enough, { $set: counts });
  // Who reported before he was known to be sent to keeps the mark alive; what was marked meanwhile is counted in the next round.
  const isComplete = matchedCount > 0 && !found.some((one) => one._id.status === 'pending');
  if (isComplete) await Batch.updateOne({ _id, uncounted }, { $unset: { uncounted: 1 } });
  return isComplete;
}
