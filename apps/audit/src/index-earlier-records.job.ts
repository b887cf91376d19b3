import { groupBy } from '@herald/concurrency';
import type { Job } from '@herald/service';
import { insertPostings, postingsOf } from './append-records';
import { firstBlockAt, placeOf, type StoredRecord } from './audit-record.model';
import type { AuditDeps } from './deps';

/** More than a block has: of the blocks that a full batch begins, all but the last are complete. */
const batchSize = 1_001;
const name = 'index-earlier-records';
const dayMs = 86_400_000;
/** A block is complete after this time, the clock skew between machines included. */
const settledAfterMs = 120_000;
/** Processes of an earlier version write beside this one for less than this time. */
const updateMs = dayMs;
/** A repeat with an Idempotency-Key completes a block of at most this age. */
const repeatMs = dayMs;

/** Records of an earlier version list their keys themselves. */
type EarlierRecord = StoredRecord & { found_by?: string[] };

/**
 * Writes the postings of records that processes of an earlier version store: of those that are there at once, and of
 * those that follow during a rolling update within minutes. A last pass finds blocks that repeats completed; then the
 * indexes of the earlier version are dropped.
 */
export const indexEarlierRecords: Job<AuditDeps> = {
  name,
  everySeconds: 60,
  async run(deps, signal) {
    const { AuditRecord, PostingProgress } = deps;
    const known = await PostingProgress.findById(name).lean();
    if (known?.isDone) return;
    const { last = '', started_at = new Date() } = known ?? {};
    const save = (progress: object) =>
      PostingProgress.updateOne({ _id: name }, { $set: { started_at, isDone: false, ...progress } }, { upsert: true });
    const until = firstBlockAt(Date.now() - settledAfterMs);
    for await (const reached of indexedUpTo({ last, until }, deps)) {
      await save({ last: reached });
      if (signal.aborted) return;
    }
    if (Date.now() - started_at.getTime() < updateMs) return;
    const oldest = firstBlockAt(started_at.getTime() - repeatMs);
    const lastPass = indexedUpTo({ last: oldest, until }, deps);
    while (!(await lastPass.next()).done) if (signal.aborted) return;
    await AuditRecord.cleanIndexes();
    await save({ last: until, isDone: true });
  },
};

/** Indexes the earlier records of a range of blocks in batches; gives how far each came. */
async function* indexedUpTo({ last, until }: { last: string; until: string }, deps: AuditDeps): AsyncGenerator<string> {
  for (let reached = last; reached < until;) {
    const found = await deps.AuditRecord.find({ _id: { $gt: reached, $lt: until }, found_by: { $exists: true } })
      .setOptions({ strictQuery: false })
      .sort({ _id: 1 })
      .limit(batchSize)
      .lean<EarlierRecord[]>();
    const isLast = found.length < batchSize;
    const complete = isLast ? found : withoutLastBlock(found);
    const blocks = groupBy(complete, ({ _id }) => placeOf(_id).block);
    for (const [block, records] of blocks)
      await insertPostings(
        postingsOf(
          block,
          records.map((record) => [placeOf(record._id).position, record]),
        ),
        deps.Posting,
      );
    reached = isLast ? until : complete.at(-1)!._id;
    yield reached;
  }
}

function withoutLastBlock(records: EarlierRecord[]): EarlierRecord[] {
  const { block } = placeOf(records.at(-1)!._id);
  return records.filter(({ _id }) => placeOf(_id).block !== block);
}
