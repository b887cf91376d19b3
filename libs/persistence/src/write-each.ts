import { inBatches, type BatchOptions } from '@herald/concurrency';
import { mongo, type QueryFilter, type UpdateQuery } from 'mongoose';
import { findPlain } from './bulk-write';
import { writeConcern } from './connect';
import { isRolledBack } from './errors';
import type { Model } from './record';

/** The outcome of one write of many: undefined when it is done, `missed` when no record matched, or its error. */
type WriteOutcome = undefined | 'missed' | mongo.MongoServerError;

type Write = { size: number; entry: object };
type Reply = {
  n: number;
  upserted?: { index: number }[];
  writeErrors?: { index: number; code: number; errmsg?: string; keyPattern?: object }[];
};

/** Below the 48 MB of a message. */
const maxBytes = 16_000_000;
const maxWrites = 1_000;

export type Upsert<T> = { filter: QueryFilter<T>; update: UpdateQuery<T> };

/**
 * Updates or inserts one record each; those of concurrent callers are one command. True: inserted. Rejects with the
 * caller's own error, such as a duplicate key.
 */
export function batchedUpserts<T>(
  Collection: Model<T>,
  options?: BatchOptions,
): (upsert: Upsert<T>) => Promise<boolean> {
  return inBatches<Upsert<T>, boolean>(async (calls) => {
    const replies = await runUpserts(
      Collection,
      calls.map(({ input }) => input),
    );
    const outcomes = replies.flatMap((reply) => reply.outcomes);
    const inserted = replies.flatMap((reply) => reply.inserted);
    calls.forEach(({ resolve, reject }, at) => (outcomes[at] ? reject(outcomes[at]) : resolve(inserted[at]!)));
  }, options);
}

/** Updates or inserts one record each in few commands; each has its own outcome. */
export async function upsertEach<T>(Collection: Model<T>, upserts: Upsert<T>[]): Promise<WriteOutcome[]> {
  return (await runUpserts(Collection, upserts)).flatMap(({ outcomes }) => outcomes);
}

function runUpserts<T>(Collection: Model<T>, upserts: Upsert<T>[]): Promise<ChunkReply[]> {
  const writes = upserts.map(({ filter, update }) => ({
    size: sizeOf(update),
    entry: { q: filter, u: update, upsert: true },
  }));
  return runChunks(Collection, 'update', writes);
}

/**
 * Inserts records in few commands; each has its own outcome. Ids are made here: those of a process follow each other,
 * and walks are in their order.
 */
export async function insertEach<T>(Collection: Model<T>, records: T[]): Promise<WriteOutcome[]> {
  const writes = records.map((record) => {
    const entry = { _id: new mongo.ObjectId(), ...record };
    return { size: sizeOf(entry), entry };
  });
  const replies = await runChunks(Collection, 'insert', writes);
  return replies.flatMap(({ outcomes }) => outcomes);
}

/** The revision is another one after each write; records that were stored before it was kept have none. */
export type Revised = { revision?: number };

/** A record that was read, changed, and got a revision that no other writer chooses. */
export type Replacement<T> = { filter: QueryFilter<T>; record: T & { _id?: unknown; revision: number } };

/** Replaces records in few commands; each has its own outcome. */
export async function replaceEach<T extends Revised>(
  Collection: Model<T>,
  replacements: Replacement<T>[],
): Promise<WriteOutcome[]> {
  const writes = replacements.map(({ filter, record }) => ({
    size: sizeOf(record),
    entry: { q: filter, u: record },
  }));
  const replies = await runChunks(Collection, 'update', writes);
  const outcomes = replies.flatMap((reply) => reply.outcomes);
  if (replies.every(({ hasMissed }) => !hasMissed)) return outcomes;
  // A reply tells how many records matched, not which ones.
  const records = replacements.map(({ record }) => record);
  const own = { _id: { $in: records.map(({ _id }) => _id) }, revision: { $in: records.map((one) => one.revision) } };
  const found = await findPlain(Collection, own as QueryFilter<T>, ['revision']);
  const written = new Set(found.map(({ revision }) => revision));
  return outcomes.map((outcome, at) => outcome ?? (written.has(records[at]!.revision) ? undefined : 'missed'));
}

type ChunkReply = { outcomes: WriteOutcome[]; inserted: boolean[]; hasMissed: boolean };

async function runChunks<T>(Collection: Model<T>, command: 'insert' | 'update', writes: Write[]) {
  const list = command === 'insert' ? 'documents' : 'updates';
  const head = { [command]: Collection.collection.collectionName, ordered: false, writeConcern };
  const replies: ChunkReply[] = [];
  for (const chunk of chunksOf(writes)) {
    const whole = { ...head, [list]: chunk.map(({ entry }) => entry) };
    const running = Collection.db.db!.command(whole, { ignoreUndefined: true }) as Promise<unknown> as Promise<Reply>;
    replies.push(await running.then((reply) => toChunkReply(chunk, reply), rolledBack(chunk)));
  }
  return replies;
}

function toChunkReply(chunk: Write[], { n, upserted = [], writeErrors = [] }: Reply): ChunkReply {
  const outcomes: WriteOutcome[] = chunk.map(() => undefined);
  for (const { index, errmsg = 'The database refused a record', ...error } of writeErrors)
    outcomes[index] = new mongo.MongoServerError({ ...error, message: errmsg });
  const inserted = chunk.map(() => false);
  for (const { index } of upserted) inserted[index] = true;
  return { outcomes, inserted, hasMissed: n + writeErrors.length < chunk.length };
}

/** A command that met another writer's: each of its writes may be tried again. */
const rolledBack = (chunk: Write[]) => (error: unknown) => {
  if (!isRolledBack(error)) throw error;
  return { outcomes: chunk.map(() => error), inserted: chunk.map(() => false), hasMissed: false };
};

function chunksOf(writes: Write[]): Write[][] {
  const chunks: Write[][] = [];
  let bytes = Infinity;
  for (const write of writes) {
    bytes += write.size;
    const last = chunks.at(-1);
    if (last && bytes <= maxBytes && last.length < maxWrites) last.push(write);
    else {
      chunks.push([write]);
      bytes = write.size;
    }
  }
  return chunks;
}

const sizeOf = (record: object): number => mongo.BSON.calculateObjectSize(record as never, { ignoreUndefined: true });
