import { randomUUID } from 'node:crypto';
import { bulkInsert, insertMissing } from '@herald/persistence';
import { batchSize } from '../batches/batch-size';
import { newBatch } from '../batches/batch.model';
import type { Entries } from '../batches/entries.model';
import { forgetAt } from '../batches/forget-at';
import type { Campaign } from '../campaigns/campaign.model';
import { nextPage } from '../campaigns/next-page';
import type { CampaignsDeps } from '../deps';
import { coreIdOf, targetId } from '../targets/target.model';

/** Lists the devices of one page that are no targets yet. */
export async function listLateDevices(campaign: Campaign, deps: CampaignsDeps): Promise<void> {
  const { uuid, cursor } = campaign;
  const page = await nextPage(campaign, cursor, deps);
  const coreIds = [...new Set(page?.data.map(({ core_id }) => core_id!))];
  await listDevices(campaign, await withoutTargets(uuid, coreIds, deps), deps);
  const next = page?.next ?? undefined;
  const progress = next === undefined ? { expanded: true, cursor: '', walked_at: new Date() } : { cursor: next };
  // If another process was faster, its progress stands.
  await deps.Campaign.updateOne({ uuid, cursor, expanded: false }, { $set: progress }, { timestamps: false });
}

/**
 * Numbers that exist stay as they are: another process was faster, and the devices are listed by a later step. A step
 * that died is repeated, and lists its devices again: they count once they are targets.
 */
async function listDevices(campaign: Campaign, coreIds: string[], { Batch, Entries }: CampaignsDeps): Promise<void> {
  if (coreIds.length === 0) return;
  const { uuid: campaign_uuid, rate } = campaign;
  const newestFirst = { campaign_uuid: -1, number: -1 } as const;
  const last = await Batch.findOne({ campaign_uuid }, { number: 1 }).sort(newestFirst).lean();
  const first = last ? last.number + 1 : 0;
  const size = batchSize(rate);
  const count = Math.ceil(coreIds.length / size);
  const forget_at = forgetAt(campaign, first + count);
  const entries = Array.from({ length: count }, (_, at): Entries => {
    const core_ids = coreIds.slice(at * size, (at + 1) * size);
    return { _id: randomUUID(), campaign_uuid, core_ids, variables: null, forget_at };
  });
  await insertMissing(Entries, entries);
  const batches = entries.map(({ _id: entries_id }, at) =>
    newBatch(campaign_uuid, { number: first + at, entries_id, state: 'listed', total: 0 }),
  );
  await bulkInsert(Batch, batches);
}

async function withoutTargets(uuid: string, coreIds: string[], deps: CampaignsDeps): Promise<string[]> {
  const isOfFirstWalk = await deps.firstWalk(uuid);
  const others = coreIds.filter((coreId) => !isOfFirstWalk(coreId));
  if (others.length === 0) return [];
  const ids = others.map((coreId) => targetId(uuid, coreId));
  const found = await deps.Target.find({ _id: { $in: ids } }, { _id: 1 }).lean();
  const known = new Set(found.map(({ _id }) => coreIdOf(_id)));
  return others.filter((coreId) => !known.has(coreId));
}
