import { bulkInsert } from '@herald/persistence';
import type { Batch, Entries } from './batch.model';
import type { CampaignsDeps } from './deps';
import { coreIdOf, targetId, type Target } from './target.model';

/** The devices of a batch become targets, and the batch may be sent off. A device that is in another batch leaves this one. */
export async function makeTargets(
  { _id, campaign_uuid, number }: Batch,
  entries: Entries,
  { Batch, Entries, Target }: Pick<CampaignsDeps, 'Batch' | 'Entries' | 'Target'>,
): Promise<void> {
  const ids = entries.core_ids.map((coreId) => targetId(campaign_uuid, coreId));
  const targets = ids.map((_id): Target => ({ _id, batch: number, status: 'pending' }));
  const { hadDuplicates } = await bulkInsert(Target, targets);
  let total = ids.length;
  if (hadDuplicates) {
    const own = await Target.find({ _id: { $in: ids }, batch: number }, { _id: 1 }).lean<{ _id: string }[]>();
    const ours = new Set(own.map(({ _id }) => coreIdOf(_id)));
    total = ours.size;
    await Entries.updateOne({ _id: entries._id }, { $set: kept(entries, ours) });
  }
  const state = total === 0 ? 'done' : 'waiting';
  await Batch.updateOne({ _id, state: 'listed' }, { $set: { state, total, moved_at: new Date() } });
}

function kept({ core_ids, variables }: Entries, ours: Set<string>): Pick<Entries, 'core_ids' | 'variables'> {
  const isOurs = (_: unknown, at: number) => ours.has(core_ids[at]!);
  return { core_ids: core_ids.filter(isOurs), variables: variables?.filter(isOurs) ?? null };
}
