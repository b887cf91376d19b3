import type { Batch } from '../batches/batch.model';
import type { CampaignsDeps } from '../deps';
import { convertTargets } from './convert-targets';
import type { TargetStatus } from './target-list.model';

/** Which targets of a campaign are asked for. */
export type Wanted = { status?: TargetStatus; reason?: string };
/** A batch that holds wanted targets, and how many. */
export type WantedBatch = { _id: string; number: number; count: number };
type Deps = Pick<CampaignsDeps, 'Batch' | 'Target' | 'TargetList'>;
type Counts = Pick<Batch, '_id' | 'number' | 'total' | 'sended' | 'fails'>;

const filled = (campaign_uuid: string) => ({ campaign_uuid, total: { $gt: 0 } });

/** The batches that hold wanted targets, in their order. Their counts spare the targets themselves. */
export async function findWantedBatches(
  campaignUuid: string,
  { status, reason }: Wanted,
  deps: Deps,
): Promise<WantedBatch[]> {
  if (reason !== undefined) return status && status !== 'fails' ? [] : batchesWithReason(campaignUuid, reason, deps);
  const counts = { number: 1, total: 1, sended: 1, fails: 1 };
  const batches = await deps.Batch.find({ ...filled(campaignUuid), is_final: { $exists: false } }, counts)
    .sort({ number: 1 })
    .lean<Counts[]>();
  return batches
    .map(({ _id, number, ...batch }) => ({ _id, number, count: countOf(batch, status) }))
    .filter(({ count }) => count > 0);
}

export async function countWanted(campaignUuid: string, wanted: Wanted, deps: Deps): Promise<number> {
  const batches = await findWantedBatches(campaignUuid, wanted, deps);
  return batches.reduce((sum, { count }) => sum + count, 0);
}

type Grouped<Id> = { _id: Id; count: number };

/** The reasons of failures with the number of devices, the most frequent first. */
export async function countReasons(campaignUuid: string, max: number, deps: Deps): Promise<Grouped<string | null>[]> {
  await ensureTargetLists(campaignUuid, deps);
  return deps.TargetList.aggregate<Grouped<string | null>>([
    ...failuresOf(campaignUuid),
    { $group: { _id: '$settlements.reason', count: { $sum: '$settlements.devices' } } },
    { $sort: { count: -1, _id: 1 } },
    { $limit: max },
  ]);
}

async function batchesWithReason(campaignUuid: string, reason: string, deps: Deps): Promise<WantedBatch[]> {
  await ensureTargetLists(campaignUuid, deps);
  const found = await deps.TargetList.aggregate<Grouped<string>>([
    // Those of a campaign whose retention is over hold no devices any more.
    ...failuresOf(campaignUuid, { settled: { $ne: '' } }),
    { $match: { 'settlements.reason': reason } },
    { $group: { _id: '$_id', count: { $sum: '$settlements.devices' } } },
  ]);
  const batches = found.map(({ _id, count }) => ({ _id, count, number: Number(_id.slice(_id.indexOf('/') + 1)) }));
  return batches.sort((one, other) => one.number - other.number);
}

/** The settlements of failed devices, without the devices. */
const failuresOf = (campaign_uuid: string, holding = {}) => [
  { $match: { campaign_uuid, ...holding } },
  { $project: { settlements: 1 } },
  { $unwind: '$settlements' },
  { $match: { 'settlements.status': 'fails' } },
];

/** A campaign of an earlier version has no lists yet. */
export async function ensureTargetLists(campaign_uuid: string, deps: Deps): Promise<void> {
  const [batches, lists] = await Promise.all([
    deps.Batch.countDocuments({ ...filled(campaign_uuid), state: { $ne: 'listed' } }),
    deps.TargetList.countDocuments({ campaign_uuid }),
  ]);
  if (lists < batches) await convertTargets(campaign_uuid, deps);
}

function countOf({ total, sended, fails }: Pick<Counts, 'total' | 'sended' | 'fails'>, status?: TargetStatus): number {
  if (!status) return total;
  return status === 'pending' ? total - sended - fails : { sended, fails }[status];
}
