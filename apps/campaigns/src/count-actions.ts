import type { Job } from '@herald/service';
import { deliveryActions } from '@herald/envelopes';
import type { Batch } from './batch.model';
import type { CampaignsDeps } from './deps';

const batchesAtOnce = 200;

/** Counts the reported actions of batches anew where something came: exact whatever came twice, late, or died between. */
export const countActions: Job<CampaignsDeps> = {
  name: 'count-actions',
  everySeconds: 1,
  async run({ Batch, Target }, signal) {
    while (!signal.aborted) {
      const marked = await Batch.find({ uncounted: { $exists: true } }, { uncounted: 1 })
        .limit(batchesAtOnce)
        .lean<Pick<Batch, '_id' | 'uncounted'>[]>();
      let counted = 0;
      for (const { _id, uncounted } of marked) {
        const $match = { reported_in: _id, status: 'sended' };
        const found = await Target.aggregate<{ _id: string; count: number }>([
          { $match },
          { $group: { _id: '$action', count: { $sum: 1 } } },
        ]);
        const countOf = (action: string) => found.find((one) => one._id === action)?.count ?? 0;
        const counts = Object.fromEntries(deliveryActions.map((one) => [one, countOf(one)]));
        // Targets move before their batch does: until it has, its mark stays, and nobody sees more actions than sended.
        const enough = { _id, sended: { $gte: found.reduce((sum, { count }) => sum + count, 0) } };
        const { matchedCount } = await Batch.updateOne(enough, { $set: counts });
        // What was marked meanwhile is counted in the next round.
        if (matchedCount > 0) await Batch.updateOne({ _id, uncounted }, { $unset: { uncounted: 1 } });
        counted += matchedCount;
      }
      if (marked.length < batchesAtOnce || counted === 0) return;
    }
  },
};
