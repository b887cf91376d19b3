import { groupBy } from '@herald/concurrency';
import { bulkInsert } from '@herald/persistence';
import { batchIdOf } from '../batches/batch.model';
import type { CampaignsDeps } from '../deps';
import { newTargetList, withOutcomes, type Settlement, type TargetList } from './target-list.model';
import { coreIdOf, targetsOf, type Target } from './target.model';

/** A target of an earlier version stored its outcome itself. */
type OldTarget = Target & { status?: 'pending' | Settlement['status']; reason?: string; settled_at?: Date };

/** Creates the lists of a campaign whose targets were stored by an earlier version. A repeat changes nothing. */
export async function convertTargets(
  campaignUuid: string,
  { Target, TargetList }: Pick<CampaignsDeps, 'Target' | 'TargetList'>,
): Promise<void> {
  const found = Target.find(targetsOf(campaignUuid)).lean<OldTarget>().cursor();
  const batches = new Map<number, OldTarget[]>();
  for await (const target of found) {
    if (target.status === undefined) continue;
    const batch = batches.get(target.batch);
    if (batch) batch.push(target);
    else batches.set(target.batch, [target]);
  }
  for (const [number, batch] of batches)
    await bulkInsert(TargetList, [listOf(batchIdOf(campaignUuid, number), campaignUuid, batch)]);
}

function listOf(batchId: string, campaignUuid: string, batch: OldTarget[]): TargetList {
  const places = new Map(batch.map((target, place) => [target, place]));
  const placeOf = (target: OldTarget) => places.get(target)!;
  const settled = batch.filter(({ status }) => status !== 'pending');
  const groups = groupBy(settled, ({ status, reason, settled_at }) => JSON.stringify([status, reason, settled_at]));
  const outcomes = [...groups.values()].map((group) => {
    const { status, reason, settled_at = new Date(0) } = group[0]!;
    return { status: status as Settlement['status'], reason, settled_at, places: group.map(placeOf) };
  });
  const coreIds = batch.map(({ _id }) => coreIdOf(_id));
  return withOutcomes(newTargetList(batchId, campaignUuid, coreIds), outcomes);
}
