import { findPlain } from '@herald/persistence';
import type { CampaignsDeps } from '../deps';
import { convertTargets } from './convert-targets';
import { newTargetList, type StoredList, type TargetList } from './target-list.model';

type Deps = Pick<CampaignsDeps, 'Batch' | 'Entries' | 'Target' | 'TargetList'>;

/** The lists of some batches of a campaign, in their order. */
export async function findTargetLists(campaignUuid: string, batchIds: string[], deps: Deps): Promise<TargetList[]> {
  const lists = new Map<string, TargetList>();
  const missing = () => batchIds.filter((id) => !lists.has(id));
  const add = (found: TargetList[]) => found.forEach((one) => lists.set(one._id, one));
  const find = async () => add(await withDevices(await deps.TargetList.find({ _id: { $in: missing() } }).lean(), deps));
  await find();
  if (missing().length > 0) add(await listsOfListed(missing(), deps));
  if (missing().length > 0) {
    // A batch may have got its list meanwhile, or is one of an earlier version.
    await convertTargets(campaignUuid, deps);
    await find();
  }
  return batchIds.flatMap((id) => lists.get(id) ?? []);
}

/** The devices of most batches stand in their entries. */
async function withDevices(lists: StoredList[], { Entries }: Deps): Promise<TargetList[]> {
  const ids = lists.flatMap(({ core_ids, entries_id }) => (core_ids ? [] : entries_id!));
  const entries = ids.length > 0 ? await findPlain(Entries, { _id: { $in: ids } }, ['_id', 'core_ids']) : [];
  const found = new Map(entries.map(({ _id, core_ids }) => [_id, core_ids]));
  // Once the retention has removed them, none are left.
  return lists.map((one) => ({ ...one, core_ids: one.core_ids ?? found.get(one.entries_id!) ?? [] }));
}

/** Devices of a batch that is still listed are no targets yet; for readers they are pending. */
async function listsOfListed(batchIds: string[], { Batch, Entries }: Deps): Promise<TargetList[]> {
  const batches = await Batch.find(
    { _id: { $in: batchIds }, state: 'listed' },
    { entries_id: 1, campaign_uuid: 1 },
  ).lean();
  if (batches.length === 0) return [];
  const entries = await Entries.find({ _id: { $in: batches.map(({ entries_id }) => entries_id) } }).lean();
  return batches.flatMap(({ _id, campaign_uuid, entries_id }) => {
    const own = entries.find((one) => one._id === entries_id);
    return own ? newTargetList(_id, campaign_uuid, own.core_ids) : [];
  });
}
