import { batchIdOf } from '../batches/batch.model';
import type { CampaignsDeps } from '../deps';
import { findTargetLists } from './find-target-lists';
import { outcomeAt, pending, type TargetList } from './target-list.model';
import { coreIdOf, uuidOf, type Target } from './target.model';

type TargetOutcome = ReturnType<typeof outcomeAt>;
type Located = Pick<TargetList, '_id' | 'settlements' | 'settled'> & { place: number };

const listIdOf = ({ _id, batch }: Target) => batchIdOf(uuidOf(_id), batch);

/**
 * What became of a device in some campaigns so far, by the target's id. The database finds its place in the lists: of
 * hundreds of campaigns they are megabytes.
 */
export async function findOutcomes(
  coreId: string,
  targets: Target[],
  deps: CampaignsDeps,
): Promise<Map<string, TargetOutcome>> {
  if (targets.length === 0) return new Map();
  const found = await deps.TargetList.aggregate<Located>([
    { $match: { _id: { $in: targets.map(listIdOf) } } },
    { $project: { settlements: 1, settled: 1, place: { $indexOfArray: ['$core_ids', { $literal: coreId }] } } },
  ]);
  const lists = new Map(found.map((one) => [one._id, one]));
  const outcomes = targets.map(async (target) => {
    const list = lists.get(listIdOf(target));
    return [target._id, list ? outcomeAt(list, list.place) : await findUnlisted(target, deps)] as const;
  });
  return new Map(await Promise.all(outcomes));
}

/** A target whose batch gets its list just now, or is one of an earlier version. */
async function findUnlisted(target: Target, deps: CampaignsDeps): Promise<TargetOutcome> {
  const [targets] = await findTargetLists(uuidOf(target._id), [listIdOf(target)], deps);
  return targets ? outcomeAt(targets, targets.core_ids.indexOf(coreIdOf(target._id))) : pending;
}
