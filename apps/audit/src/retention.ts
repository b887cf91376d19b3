import { groupBy } from '@herald/concurrency';
import { goesWith, maxCounted, type Retention } from '@herald/subjects';
import { postingsOf } from './append-records';
import { auditRecords, firstBlockAt, placeOf, type StoredRecord } from './audit-record.model';
import { inProgress } from './block-merge.model';
import type { AuditDeps } from './deps';
import { maxPerBlock } from './plan-merges';
import { postings } from './posting.model';

const maxPerCommand = 500;

/** Ids of records begin with the time of their block, which is no earlier than that of its records. */
const olderThan = (before: Date) => ({ _id: { $lt: firstBlockAt(before.getTime()) } });

/**
 * Whole blocks go, postings before records: after a crash the remaining records name the remaining postings, and no
 * search finds a record that is gone.
 */
const oldRecords: Retention<AuditDeps> = {
  kind: 'audit records',
  collection: auditRecords.name,
  setting: 'AUDIT_DAYS',
  async look(before, { deps: { AuditRecord } }) {
    const [oldest, due] = await Promise.all([
      AuditRecord.findOne({}, { stored_at: 1 }).sort({ _id: 1 }).lean(),
      AuditRecord.countDocuments(olderThan(before), { limit: maxCounted + 1 }),
    ]);
    return { oldest_at: oldest?.stored_at ?? null, due };
  },
  async *remove(before, { deps }) {
    for (;;) {
      // A merge copies records to a later block: they go from there, once it is done.
      if (await deps.BlockMerge.exists({ ...inProgress, from: { $lt: firstBlockAt(before.getTime()) } })) return;
      const found = deps.AuditRecord.find(olderThan(before)).sort({ _id: 1 }).limit(maxPerBlock);
      const blocks = [...groupBy(await found.lean<StoredRecord[]>(), ({ _id }) => placeOf(_id).block)];
      if (blocks.length === 0) return;
      // The last block may have more records than were read.
      const whole = blocks.length > 1 ? blocks.slice(0, -1) : blocks;
      yield await removeBlocks(whole, deps);
    }
  },
};

async function removeBlocks(blocks: [string, StoredRecord[]][], deps: AuditDeps): Promise<number> {
  const ofRecords = blocks.flatMap(([block, records]) => postingsOf(block, records.entries()).map(({ _id }) => _id));
  for (let at = 0; at < ofRecords.length; at += maxPerCommand)
    await deps.Posting.deleteMany({ _id: { $in: ofRecords.slice(at, at + maxPerCommand) } });
  const records = blocks.flatMap(([, own]) => own);
  let removed = 0;
  for (const [company_id, own] of groupBy(records, (record) => record.company_id))
    for (let at = 0; at < own.length; at += maxPerCommand) {
      const ids = own.slice(at, at + maxPerCommand).map(({ _id }) => _id);
      const { deletedCount } = await deps.AuditRecord.deleteMany({ _id: { $in: ids } });
      if (deletedCount > 0) await deps.quotas.giveBack(company_id, deletedCount);
      removed += deletedCount;
    }
  return removed;
}

export const retention: Retention<AuditDeps>[] = [oldRecords, goesWith(postings, 'their audit records')];
