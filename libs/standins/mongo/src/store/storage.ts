import path from 'node:path';
import { createGroupCommit, openJournal } from '@herald/standin-journal';
import type { Raw } from '../bson/value';
import { decode } from '../bson/decode';
import { earlierStorage } from './earlier-storage';

/** The durable copy: documents by collection and record; collection 0 holds the descriptions of the others. */
export type Storage = {
  put(collection: number, record: number, raw: Raw): void;
  remove(collection: number, record: number): void;
  /** How often something was written; a command compares it to know whether it has to wait. */
  writes(): number;
  /** Resolves when all writes so far are on disk; rejects when they were not accepted and have been undone. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

export type Entry = { collection: number; record: number; raw: Raw };
/** A write that failed, with what the disk holds instead. */
export type Undone = { collection: number; record: number; raw: Raw | undefined };

const span = 2 ** 34;
const keyOf = (collection: number, record: number) => collection * span + record;
const placeOf = (key: number) => ({ collection: Math.floor(key / span), record: key % span });

/** Names the collection of a damaged record. */
function describe(key: number, values: ReadonlyMap<number, Raw>): string | undefined {
  const { collection, record } = placeOf(key);
  const description = values.get(keyOf(0, collection || record));
  if (!description) return undefined;
  const fields = decode(description);
  return `collection ${String(fields.get('database'))}.${String(fields.get('name'))}`;
}

/**
 * Opens the journal under a folder and hands out all entries, in order of collection and record. Writes that arrive
 * during a commit share the next one. `undo` must restore the state that the disk holds.
 */
export async function openStorage(
  dataDir: string,
  durable: boolean,
  { take, undo }: { take(entry: Entry): void; undo(writes: Undone[]): void },
): Promise<Storage> {
  const file = { path: path.join(dataDir, 'mongo.journal'), holds: 'all documents' };
  const options = { ...file, describe, earlier: earlierStorage(dataDir), durable };
  const journal = await openJournal(options, (key, raw) => take({ ...placeOf(key), raw }));
  const commits = createGroupCommit(journal, (operations) => {
    undo([...operations.keys()].map((key) => ({ ...placeOf(key), raw: journal.read(key) })));
    return new Map();
  });
  return {
    put: (collection, record, raw) => commits.put(keyOf(collection, record), raw),
    remove: (collection, record) => commits.remove(keyOf(collection, record)),
    writes: commits.changeCount,
    settled: commits.settled,
    close: commits.close,
  };
}
