import type { DeliveryAction } from '@herald/contracts';
import type { CampaignsDeps } from '../deps';
import { findTargetLists } from './find-target-lists';
import { findBatchesOf } from './find-targets';
import { outcomeAt, type TargetList, type TargetStatus } from './target-list.model';
import { targetId } from './target.model';
import { findWantedBatches, type Wanted, type WantedBatch } from './wanted-batches';

type Deps = Pick<CampaignsDeps, 'Batch' | 'Entries' | 'Portion' | 'Target' | 'TargetList'>;
/** With the devices that the caller may not see. */
type Shown = Wanted & { hidden?: Set<string> };
type Page = { skip: number; limit: number };

type ShownTarget = {
  core_id: string;
  status: TargetStatus;
  reason: string | null;
  action: DeliveryAction | null;
  settled_at: Date | null;
};
type TargetPage = { data: ShownTarget[]; total: number };

const batchesPerPage = 4;

/** One page of the wanted targets of a campaign, in the order of its batches. */
export async function readTargets(
  uuid: string,
  { skip, limit, ...wanted }: Shown & Page,
  deps: Deps,
): Promise<TargetPage> {
  const batches = await findShownBatches(uuid, wanted, deps);
  const total = batches.reduce((sum, { count }) => sum + count, 0);
  const { batchIds, inFirst } = locate(batches, { skip, limit });
  const places = (await placesIn(uuid, batchIds, wanted, deps)).slice(inFirst, inFirst + limit);
  return { data: await withActions(uuid, places, deps), total };
}

/** All wanted targets of a campaign in the same order; some batches are in memory at a time. */
export async function* targetPages(uuid: string, wanted: Shown, deps: Deps): AsyncGenerator<ShownTarget[]> {
  const ids = (await findWantedBatches(uuid, wanted, deps)).map(({ _id }) => _id);
  for (let at = 0; at < ids.length; at += batchesPerPage) {
    const places = await placesIn(uuid, ids.slice(at, at + batchesPerPage), wanted, deps);
    yield withActions(uuid, places, deps);
  }
}

/** The wanted batches, with their counts of what the caller may see. */
async function findShownBatches(uuid: string, wanted: Shown, deps: Deps): Promise<WantedBatch[]> {
  const batches = await findWantedBatches(uuid, wanted, deps);
  if (!wanted.hidden?.size) return batches;
  const holding = await findBatchesOf([...wanted.hidden], uuid, deps);
  const counted = batches.map(async (batch) =>
    holding.has(batch.number) ? { ...batch, count: (await placesIn(uuid, [batch._id], wanted, deps)).length } : batch,
  );
  return Promise.all(counted);
}

/** The wanted devices of some batches. */
export async function coreIdsIn(uuid: string, batchIds: string[], wanted: Wanted, deps: Deps): Promise<string[]> {
  return (await placesIn(uuid, batchIds, wanted, deps)).map(({ targets, place }) => targets.core_ids[place]!);
}

/** The batches that hold a page, and how many wanted targets of the first come before it. */
function locate(batches: WantedBatch[], { skip, limit }: Page): { batchIds: string[]; inFirst: number } {
  const batchIds: string[] = [];
  let before = 0;
  let inFirst = 0;
  for (const { _id, count } of batches) {
    const isWanted = before + count > skip && before < skip + limit;
    if (isWanted && batchIds.push(_id) === 1) inFirst = skip - before;
    before += count;
  }
  return { batchIds, inFirst };
}

type Place = { targets: TargetList; place: number };

async function placesIn(uuid: string, batchIds: string[], wanted: Shown, deps: Deps): Promise<Place[]> {
  const lists = batchIds.length > 0 ? await findTargetLists(uuid, batchIds, deps) : [];
  return lists.flatMap((targets) => placesOf(targets, wanted));
}

function placesOf(targets: TargetList, { status, reason, hidden }: Shown): Place[] {
  const places = targets.core_ids.map((_, place) => ({ targets, place }));
  const all = hidden?.size ? places.filter(({ place }) => !hidden.has(targets.core_ids[place]!)) : places;
  if (!status && reason === undefined) return all;
  return all.filter(({ place }) => {
    const outcome = outcomeAt(targets, place);
    if (reason !== undefined && (outcome.status !== 'fails' || outcome.reason !== reason)) return false;
    return !status || outcome.status === status;
  });
}

async function withActions(uuid: string, places: Place[], { Target }: Deps): Promise<ShownTarget[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ targets, place }) => targetId(uuid, targets.core_ids[place]!));
  const reported = await Target.find({ _id: { $in: ids }, reported_in: { $exists: true } }, { action: 1 }).lean();
  const actions = new Map(reported.map(({ _id, action }) => [_id, action]));
  return places.map(({ targets, place }, at) => {
    const action = actions.get(ids[at]!) ?? null;
    return { core_id: targets.core_ids[place]!, action, ...outcomeAt(targets, place) };
  });
}
