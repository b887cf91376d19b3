import { bulkInsert, insertMissing, type Model } from '@herald/persistence';
import { recordId, type StoredRecord } from './audit-record.model';
import { newPosting, type Posting } from './posting.model';
import { keysOf } from './search-condition';

export type Models = { AuditRecord: Model<StoredRecord>; Posting: Model<Posting> };
export type NewRecord = Omit<StoredRecord, '_id'>;

const maxPerCommand = 1_000;

/**
 * Stores the records of one request, then their postings: a search finds no record that is not stored. All ids follow
 * from the request, so that a repeat with its Idempotency-Key completes what a failure left incomplete.
 */
export async function appendRecords(
  block: string,
  records: NewRecord[],
  { AuditRecord, Posting }: Models,
): Promise<void> {
  const withIds = records.map((record, position) => ({ _id: recordId(block, position), ...record }));
  const storing = inParts(withIds, (part) => insertMissing(AuditRecord, part));
  const found = postingsOf(block, records.entries());
  await storing;
  await insertPostings(found, Posting);
}

/** Postings that exist are left as they are. */
export const insertPostings = (found: Posting[], Posting: Models['Posting']) =>
  inParts(found, (part) => bulkInsert(Posting, part));

/** The postings of a block: the positions of each key of its records. */
export function postingsOf(block: string, records: Iterable<[position: number, NewRecord]>): Posting[] {
  const positionsByKey = new Map<string, number[]>();
  for (const [position, record] of records)
    for (const key of keysOf(record.company_id, record)) {
      const positions = positionsByKey.get(key);
      if (positions) positions.push(position);
      else positionsByKey.set(key, [position]);
    }
  return [...positionsByKey].map(([key, positions]) => newPosting(key, block, positions));
}

/** Two commands or more at once: the database indexes while the driver serializes, and on more than one core. */
async function inParts<Row>(rows: Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> {
  const size = Math.min(maxPerCommand, Math.ceil(rows.length / 2));
  const firsts = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => at * size);
  await Promise.all(firsts.map((first) => insert(rows.slice(first, first + size))));
}
