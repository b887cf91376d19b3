import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { open } from 'lmdb';
import type { Raw } from '../bson/value';

/** The durable copy. Keys are collection * 2^34 + record; collection 0 holds the descriptions of the others. */
export type Storage = {
  put(collection: number, record: number, raw: Raw): void;
  remove(collection: number, record: number): void;
  /** Everything stored, in order of collection and record. */
  load(take: (collection: number, record: number, raw: Raw) => void): void;
  /** How often something was written; a command compares it to know whether it has to wait. */
  writes(): number;
  /** Resolves when all writes so far are on disk. */
  settled(): Promise<unknown>;
  close(): Promise<void>;
};

const span = 2 ** 34;

/** Opens the lmdb file under a folder. Writes of one turn of the event loop share a commit. */
export function openStorage(dataDir: string, durable: boolean): Storage {
  mkdirSync(dataDir, { recursive: true });
  const database = open<Buffer, number>({
    path: path.join(dataDir, 'mongo.lmdb'),
    encoding: 'binary',
    noSync: !durable,
    // With overlapping sync a write's promise resolves before it is on disk; without, it resolves after.
    overlappingSync: false,
    noMemInit: true,
    cache: false,
    mapSize: 64 * 1024 ** 3,
  });
  let writes = 0;
  let last: Promise<unknown> = Promise.resolve();
  const wrote = (write: Promise<unknown>) => {
    writes += 1;
    if (write === last) return;
    last = write;
    // Whoever waits for it hears of a failure; a sweep that waits for nothing must not end the process.
    write.catch(() => undefined);
  };
  return {
    put: (collection, record, raw) => wrote(database.put(collection * span + record, raw)),
    remove: (collection, record) => wrote(database.remove(collection * span + record)),
    load(take) {
      for (const { key, value } of database.getRange()) take(Math.floor(key / span), key % span, Buffer.from(value));
    },
    writes: () => writes,
    settled: () => last,
    async close() {
      await last.catch(() => undefined);
      await database.close();
    },
  };
}
