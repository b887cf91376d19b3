import { findPlain } from '@herald/persistence';
import { batchIdOf } from '../batches/batch.model';
import type { CampaignsDeps } from '../deps';
import { batchesAt, deviceHash, entriesIdOf, type Portion } from '../portions/portion.model';
import { coreIdOf, targetId, uuidOf, type Target } from './target.model';

type Deps = Pick<CampaignsDeps, 'Target' | 'TargetList' | 'Portion' | 'Entries'>;
/** A batch that may hold a device: no other of its portion does. */
type Candidate = { uuid: string; batch: number; batchId: string; entriesId: string };

/** A target, and the entries that hold it if it was found in a portion. */
export type FoundTarget = { target: Target; entriesId?: string };

/** In which of some campaigns a device is a target, and in which batch. */
export async function findTargets(coreId: string, uuids: string[], deps: Deps): Promise<FoundTarget[]> {
  if (uuids.length === 0) return [];
  const stored = await deps.Target.find({ _id: { $in: uuids.map((uuid) => targetId(uuid, coreId)) } }).lean();
  const known = new Set(stored.map(({ _id }) => uuidOf(_id)));
  const others = uuids.filter((uuid) => !known.has(uuid));
  const listed = await findHolding([coreId], others, deps);
  const toFound = ({ uuid, batch, entriesId }: Candidate) => ({
    target: { _id: targetId(uuid, coreId), batch },
    entriesId,
  });
  return [...stored.map((target) => ({ target })), ...listed.map(toFound)];
}

/** The numbers of the batches of a campaign that hold any of these devices. */
export async function findBatchesOf(coreIds: string[], uuid: string, deps: Deps): Promise<Set<number>> {
  const ids = coreIds.map((coreId) => targetId(uuid, coreId));
  const stored = await deps.Target.find({ _id: { $in: ids } }, { batch: 1 }).lean();
  const known = new Set(stored.map(({ _id }) => coreIdOf(_id)));
  const others = coreIds.filter((coreId) => !known.has(coreId));
  const listed = await findHolding(others, [uuid], deps);
  return new Set([...stored, ...listed].map(({ batch }) => batch));
}

/** The batches of portions that hold any of these devices. */
async function findHolding(coreIds: string[], uuids: string[], deps: Deps): Promise<Candidate[]> {
  if (uuids.length === 0 || coreIds.length === 0) return [];
  const portions = await findPlain(deps.Portion, { campaign_uuid: { $in: uuids } });
  const candidates = portions.flatMap((portion) => candidatesIn(portion, coreIds));
  if (candidates.length === 0) return [];
  // Named devices leave their entries when the campaign ends, and stay in the lists.
  const [inEntries, inLists] = await Promise.all([
    holding(
      deps.Entries,
      candidates.map(({ entriesId }) => entriesId),
      coreIds,
    ),
    holding(
      deps.TargetList,
      candidates.map(({ batchId }) => batchId),
      coreIds,
    ),
  ]);
  return candidates.filter(({ entriesId, batchId }) => inEntries.has(entriesId) || inLists.has(batchId));
}

async function holding(Records: Deps['Entries'] | Deps['TargetList'], ids: string[], coreIds: string[]) {
  const any = { _id: { $in: ids }, core_ids: { $in: coreIds } };
  return new Set((await findPlain(Records as Deps['Entries'], any, ['_id'])).map(({ _id }) => _id));
}

function candidatesIn(portion: Portion, coreIds: string[]): Candidate[] {
  const indexes = new Set(coreIds.flatMap((coreId) => batchesAt(portion, deviceHash(coreId))));
  const { campaign_uuid: uuid, first } = portion;
  return [...indexes].map((index) => {
    const batch = first + index;
    return { uuid, batch, batchId: batchIdOf(uuid, batch), entriesId: entriesIdOf(portion, index) };
  });
}
