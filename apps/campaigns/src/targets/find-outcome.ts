import { batchIdOf } from '../batches/batch.model';
import type { CampaignsDeps } from '../deps';
import { findTargetLists } from './find-target-lists';
import { outcomeAt, pending } from './target-list.model';
import { coreIdOf, uuidOf, type Target } from './target.model';

/** What became of a target so far. */
export async function findOutcome(target: Target, deps: CampaignsDeps) {
  const uuid = uuidOf(target._id);
  const [targets] = await findTargetLists(uuid, [batchIdOf(uuid, target.batch)], deps);
  return targets ? outcomeAt(targets, targets.core_ids.indexOf(coreIdOf(target._id))) : pending;
}
