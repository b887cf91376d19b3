import { groupBy } from '@herald/concurrency';
import { retryOnCollision } from '@herald/persistence';
import type { Job } from '@herald/service';
import { appendRecords, postingsOf } from './append-records';
import { firstBlockAt, placeOf, type StoredRecord } from './audit-record.model';
import { inProgress, type BlockMerge } from './block-merge.model';
import type { AuditDeps } from './deps';
import { planMerges } from './plan-merges';

const name = 'merge-blocks';
/** Older than any request in progress, and than what counts of settled blocks are cached from. */
const settledAfterMs = 600_000;
/** Longer than a search takes, the clock skew between machines included: it sees merges as they stood when it began. */
const stateMs = 90_000;
const maxIdsPerRun = 20_000;
const maxPerCommand = 1_000;

/**
 * Merges small blocks of settled records into blocks of a thousand: a single record has some 17 postings of its own,
 * and a count reads a posting of each block. A merge goes through its states one by one, so that a search finds each
 * record once at any time; each step can be repeated after a crash.
 */
export const mergeBlocks: Job<AuditDeps> = {
  name,
  everySeconds: 30,
  async run(deps, signal) {
    const due = new Date(Date.now() - stateMs);
    const merges = await deps.BlockMerge.find(inProgress).lean();
    for (const merge of merges.filter(({ at }) => at < due)) {
      if (signal.aborted) return;
      await (merge.state === 'announced' ? writeMerged(merge, deps) : removeOld(merge, deps));
    }
    if (merges.length === 0) await announceMerges(deps);
  },
};

/** Announces the merges of the blocks that follow the last ones. */
async function announceMerges({ AuditRecord, BlockMerge, PostingProgress }: AuditDeps): Promise<void> {
  const begin = { $setOnInsert: { last: '', isDone: false } };
  await retryOnCollision(async () => PostingProgress.updateOne({ _id: name }, begin, { upsert: true }));
  const { last: from } = (await PostingProgress.findById(name).lean())!;
  const range = { $gt: `${from}-:`, $lt: firstBlockAt(Date.now() - settledAfterMs) };
  const ids = await AuditRecord.find({ _id: range }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(maxIdsPerRun)
    .lean<{ _id: string }[]>();
  const isFull = ids.length === maxIdsPerRun;
  const blocks = groupBy(ids, ({ _id }) => placeOf(_id).block);
  const sizes = new Map([...blocks].map(([block, { length }]) => [block, length]));
  // The last block of a full reply may have more records.
  if (isFull && sizes.size > 1) sizes.delete([...sizes.keys()].at(-1)!);
  const { merges, last } = planMerges(sizes, { isFinal: isFull });
  if (last === undefined) return;
  // Of two processes one alone takes the range. If it dies now, its blocks stay small.
  const { modifiedCount } = await PostingProgress.updateOne({ _id: name, last: from }, { $set: { last } });
  const at = new Date();
  if (modifiedCount > 0) await BlockMerge.insertMany(merges.map((merge) => ({ ...merge, state: 'announced', at })));
}

/** The records of a merge's old blocks, in their order. */
async function oldRecords({ from, until, blocks }: BlockMerge, { AuditRecord }: AuditDeps): Promise<StoredRecord[]> {
  const own = new Set(blocks);
  const range = { $gte: `${from}-`, $lt: `${until}-:` };
  const found = await AuditRecord.find({ _id: range }).sort({ _id: 1 }).lean<StoredRecord[]>();
  return found.filter(({ _id }) => own.has(placeOf(_id).block));
}

async function writeMerged(merge: BlockMerge, deps: AuditDeps): Promise<void> {
  const records = (await oldRecords(merge, deps)).map(({ _id, ...record }) => record);
  await appendRecords(merge._id, records, deps);
  const { _id, state } = merge;
  await deps.BlockMerge.updateOne({ _id, state }, { $set: { state: 'visible', at: new Date() } });
}

/** Removes postings before records: after a crash the remaining records name the remaining postings. */
async function removeOld(merge: BlockMerge, deps: AuditDeps): Promise<void> {
  const records = await oldRecords(merge, deps);
  const blocks = groupBy(records, ({ _id }) => placeOf(_id).block);
  const postings = [...blocks].flatMap(([block, own]) => postingsOf(block, own.entries()).map(({ _id }) => _id));
  await removeIds(postings, (some) => deps.Posting.deleteMany({ _id: { $in: some } }));
  const ids = records.map(({ _id }) => _id);
  await removeIds(ids, (some) => deps.AuditRecord.deleteMany({ _id: { $in: some } }));
  await deps.BlockMerge.deleteOne({ _id: merge._id });
}

async function removeIds(ids: string[], remove: (some: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += maxPerCommand) await remove(ids.slice(at, at + maxPerCommand));
}
