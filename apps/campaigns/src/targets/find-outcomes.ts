import { batchIdOf } from '../batches/batch.model';
import type { CampaignsDeps } from '../deps';
import { findTargetLists } from './find-target-lists';
import { outcomeAt, pending, type StoredList } from './target-list.model';
import { coreIdOf, uuidOf, type Target } from './target.model';

type TargetOutcome = ReturnType<typeof outcomeAt>;
/** The place is null where the entries hold the devices. */
type Located = Pick<StoredList, '_id' | 'settlements' | 'settled' | 'entries_id'> & { place: number | null };

const listIdOf = ({ _id, batch }: Target) => batchIdOf(uuidOf(_id), batch);

/**
 * What became of a device in some campaigns so far, by the target's id. The database finds its place among the devices:
 * of hundreds of campaigns they are megabytes.
 */
export async function findOutcomes(
  coreId: string,
  targets: Target[],
  deps: CampaignsDeps,
): Promise<Map<string, TargetOutcome>> {
  if (targets.length === 0) return new Map();
  const found = await deps.TargetList.aggregate<Located>([
    { $match: { _id: { $in: targets.map(listIdOf) } } },
    { $project: { settlements: 1, settled: 1, entries_id: 1, place: placeOf(coreId) } },
  ]);
  const lists = new Map(found.map((one) => [one._id, one]));
  const places = await placesInEntries(
    coreId,
    found.flatMap(({ entries_id }) => entries_id ?? []),
    deps,
  );
  const outcomes = targets.map(async (target) => {
    const list = lists.get(listIdOf(target));
    if (!list) return [target._id, await findUnlisted(target, deps)] as const;
    const place = list.entries_id ? places.get(list.entries_id) : list.place;
    return [target._id, outcomeAt(list, place ?? -1)] as const;
  });
  return new Map(await Promise.all(outcomes));
}

const placeOf = (coreId: string) => ({ $indexOfArray: ['$core_ids', { $literal: coreId }] });

async function placesInEntries(
  coreId: string,
  ids: string[],
  { Entries }: CampaignsDeps,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await Entries.aggregate<{ _id: string; place: number }>([
    { $match: { _id: { $in: ids } } },
    { $project: { place: placeOf(coreId) } },
  ]);
  return new Map(found.map(({ _id, place }) => [_id, place]));
}

/** A target whose batch gets its list just now, or is one of an earlier version. */
async function findUnlisted(target: Target, deps: CampaignsDeps): Promise<TargetOutcome> {
  const [targets] = await findTargetLists(uuidOf(target._id), [listIdOf(target)], deps);
  return targets ? outcomeAt(targets, targets.core_ids.indexOf(coreIdOf(target._id))) : pending;
}
