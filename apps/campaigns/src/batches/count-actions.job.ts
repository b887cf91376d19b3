import { deliveryActions, type DeliveryAction } from '@herald/contracts';
import type { Job } from '@herald/service';
import type { CampaignsDeps } from '../deps';
import { findTargetLists } from '../targets/find-target-lists';
import { statusAt } from '../targets/target-list.model';
import { coreIdOf } from '../targets/target.model';
import type { Batch } from './batch.model';

const batchesPerRound = 200;

type Marked = Pick<Batch, '_id' | 'campaign_uuid' | 'uncounted'>;

/** Counts the reported actions of marked batches: exact after duplicates, late reports and crashes. */
export const countActions: Job<CampaignsDeps> = {
  name: 'count-actions',
  everySeconds: 1,
  async run(deps, signal) {
    while (!signal.aborted) {
      const marked = { uncounted: { $exists: true } };
      const batches = await deps.Batch.find(marked, { campaign_uuid: 1, uncounted: 1 }).limit(batchesPerRound).lean();
      let counted = 0;
      for (const batch of batches) if (await countBatch(batch, deps)) counted++;
      if (batches.length < batchesPerRound || counted === 0) return;
    }
  },
};

/** False while the batch lags behind its targets: more actions than sent devices must never be visible. */
async function countBatch({ _id, campaign_uuid, uncounted }: Marked, deps: CampaignsDeps): Promise<boolean> {
  const { Batch, Target } = deps;
  const [reported, [targets]] = await Promise.all([
    Target.find({ reported_in: _id }, { action: 1 }).lean(),
    findTargetLists(campaign_uuid, [_id], deps),
  ]);
  if (!targets) return false;
  const places = new Map(targets.core_ids.map((coreId, place) => [coreId, place]));
  const statusOf = (target: { _id: string }) => statusAt(targets, places.get(coreIdOf(target._id)) ?? -1);
  const sent = reported.filter((target) => statusOf(target) === 'sended');
  const countOf = (action: DeliveryAction) => sent.filter((target) => target.action === action).length;
  const counts = Object.fromEntries(deliveryActions.map((action) => [action, countOf(action)]));
  const { matchedCount } = await Batch.updateOne(
    { _id, sended: { $gte: sent.length }, is_final: { $exists: false } },
    { $set: counts },
  );
  // A report may arrive before its delivery result: the mark stays until no reported target is pending. The conditional
  // unset preserves a mark that was set meanwhile.
  const isComplete = matchedCount > 0 && !reported.some((target) => statusOf(target) === 'pending');
  if (isComplete) await Batch.updateOne({ _id, uncounted }, { $unset: { uncounted: 1 } });
  return isComplete;
}
