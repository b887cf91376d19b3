import { bulkInsert } from '@herald/persistence';
import type { Batch } from '../batches/batch.model';
import type { Entries } from '../batches/entries.model';
import { moveBatch } from '../batches/move-batch';
import type { CampaignsDeps } from '../deps';
import { coreIdOf, targetId, type Target } from './target.model';

/** Makes the devices of a listed batch targets. A device that is a target of another batch is removed from this one. */
export async function createTargets(
  { _id, campaign_uuid, number }: Batch,
  entries: Entries,
  { Batch, Entries, Target }: Pick<CampaignsDeps, 'Batch' | 'Entries' | 'Target'>,
): Promise<void> {
  const ids = entries.core_ids.map((coreId) => targetId(campaign_uuid, coreId));
  const targets = ids.map((_id): Target => ({ _id, batch: number, status: 'pending' }));
  const { hadDuplicates } = await bulkInsert(Target, targets);
  let total = ids.length;
  if (hadDuplicates) {
    const rows = await Target.find({ _id: { $in: ids }, batch: number }, { _id: 1 }).lean();
    const own = new Set(rows.map(({ _id }) => coreIdOf(_id)));
    total = own.size;
    await Entries.updateOne({ _id: entries._id }, { $set: only(own, entries) });
  }
  await moveBatch(Batch, total === 0 ? 'foundEmpty' : 'targetsCreated', { _id }, { total });
}

function only(own: Set<string>, { core_ids, variables }: Entries): Pick<Entries, 'core_ids' | 'variables'> {
  const isOwn = (_: unknown, at: number) => own.has(core_ids[at]!);
  return { core_ids: core_ids.filter(isOwn), variables: variables?.filter(isOwn) ?? null };
}
