import { bulkUpdate, type Update } from '@herald/persistence';
import { erasedAlong, erases, type Holding, type Subject, type Work } from '@herald/subjects';
import { auditRecords, placeOf, recordId, type StoredRecord } from './audit-record.model';
import { positionsOf } from './bits';
import type { AuditDeps } from './deps';
import { hiddenBlocks } from './hidden-blocks';
import { hidePerson, keysOfSubject } from './hide-person';
import { matchingBlocks } from './matching-blocks';
import { digestOf, postingId, postings } from './posting.model';
import { removePositions, type Positions } from './remove-positions';
import { companyKey, keysOf } from './search-condition';

const recordsPerStep = 500;
type Erasing = Work<AuditDeps>;

/** Blocks that a merge hides from searches are looked through as well: they hold copies. */
const hideRecords = erases<StoredRecord, AuditDeps>(auditRecords, {
  fields: 'all',
  async erase(subject, work) {
    let changed = 0;
    for await (const ids of stepsOf(subject, work)) changed += await hideStep(ids, subject, work);
    return { found: changed, changed };
  },
  copy: {
    title: { en: 'What applications did', es: 'Lo que hicieron las aplicaciones' },
    async *rows(subject, work) {
      const isHidden = await hiddenBlocks(work.deps.BlockMerge);
      for await (const ids of stepsOf(subject, work)) {
        const shown = ids.filter((id) => !isHidden(placeOf(id).block));
        yield* await work.deps.AuditRecord.find({ _id: { $in: shown } }).lean<StoredRecord[]>();
      }
    },
  },
});

/** The ids of the person's records, some at a time. */
async function* stepsOf(subject: Subject, { deps, pause }: Erasing): AsyncGenerator<string[]> {
  const keys = keysOfSubject(subject);
  if (keys.length === 0) return;
  for await (const blocks of matchingBlocks([keys, [companyKey(subject.company_id)]], deps.Posting)) {
    const ids = [...blocks].flatMap(([block, bits]) => positionsOf(bits).map((position) => recordId(block, position)));
    for (let at = 0; at < ids.length; at += recordsPerStep) {
      pause();
      yield ids.slice(at, at + recordsPerStep);
    }
  }
}

/** Records before postings: after a crash the postings still lead to the records. */
async function hideStep(ids: string[], subject: Subject, { deps, hash }: Erasing): Promise<number> {
  const outdated: Positions = new Map();
  const updates: Update<StoredRecord>[] = [];
  for (const record of await deps.AuditRecord.find({ _id: { $in: ids } }).lean<StoredRecord[]>()) {
    const { update, hidden } = hidePerson(record, subject, hash);
    updates.push({ filter: { _id: record._id }, update });
    const { block, position } = placeOf(record._id);
    const kept = new Set(keysOf(record.company_id, hidden));
    // A crash may have left postings of a record that is hidden already: they are keys of the person as well.
    for (const key of [...keysOf(record.company_id, record), ...keysOfSubject(subject)]) {
      if (kept.has(key)) continue;
      const id = postingId(digestOf(key), block);
      outdated.set(id, (outdated.get(id) ?? new Set()).add(position));
    }
  }
  await bulkUpdate(deps.AuditRecord, updates);
  await removePositions(outdated, deps.Posting);
  return updates.length;
}

export const personalData: Holding<AuditDeps>[] = [
  hideRecords,
  erasedAlong(postings, { noCopy: 'They lead searches to the records, and say nothing else.' }),
];
