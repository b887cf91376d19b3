import { bulkInsert } from '@herald/persistence';
import type { Batch } from '../batches/batch.model';
import type { Entries } from '../batches/entries.model';
import { moveBatch } from '../batches/move-batch';
import type { CampaignsDeps } from '../deps';
import { newTargetList } from '../targets/target-list.model';
import { coreIdOf, targetId, type Target } from '../targets/target.model';

/**
 * Makes the devices of a listed batch targets that no portion holds: each has a record, whose key makes it unique. A
 * device that is a target of another batch is removed from this one.
 */
export async function createLateTargets(
  { _id, campaign_uuid, number }: Batch,
  entries: Entries,
  { Batch, Entries, Target, TargetList }: Pick<CampaignsDeps, 'Batch' | 'Entries' | 'Target' | 'TargetList'>,
): Promise<void> {
  const ids = entries.core_ids.map((coreId) => targetId(campaign_uuid, coreId));
  const targets = ids.map((_id): Target => ({ _id, batch: number }));
  const { hadDuplicates } = await bulkInsert(Target, targets);
  let { core_ids } = entries;
  if (hadDuplicates) {
    const rows = await Target.find({ _id: { $in: ids }, batch: number }, { _id: 1 }).lean();
    const own = only(new Set(rows.map(({ _id }) => coreIdOf(_id))), entries);
    await Entries.updateOne({ _id: entries._id }, { $set: own });
    ({ core_ids } = own);
  }
  if (core_ids.length > 0) await bulkInsert(TargetList, [newTargetList(_id, campaign_uuid, core_ids)]);
  const event = core_ids.length === 0 ? 'foundEmpty' : 'targetsCreated';
  await moveBatch(Batch, event, { _id }, { total: core_ids.length });
}

function only(own: Set<string>, { core_ids, variables }: Entries): Pick<Entries, 'core_ids' | 'variables'> {
  const isOwn = (_: unknown, at: number) => own.has(core_ids[at]!);
  return { core_ids: core_ids.filter(isOwn), variables: variables?.filter(isOwn) ?? null };
}
