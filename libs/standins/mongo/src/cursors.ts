import { randomBytes } from 'node:crypto';
import type { Encodable, Raw } from './bson/value';
import { doc } from './bson/value';
import { failure } from './failure';

/** What is still to be sent to a client. */
type Cursor = { id: bigint; namespace: string; source: Iterator<Raw>; next: IteratorResult<Raw>; usedAt: number };
export type Cursors = Map<bigint, Cursor>;

const idleTimeoutMs = 10 * 60 * 1000;
const maxCursors = 10_000;
const maxBytes = 16 * 1024 * 1024 - 64 * 1024;

export type Batch = { size: number; single: boolean };

/** The reply to find and aggregate: a first batch, and a cursor if there is more. */
export function firstBatch(cursors: Cursors, namespace: string, documents: Iterable<Raw>, batch: Batch) {
  const source = documents[Symbol.iterator]();
  const cursor: Cursor = {
    id: newId(cursors),
    namespace,
    source,
    next: { value: Buffer.alloc(0) },
    usedAt: Date.now(),
  };
  if (batch.size > 0) cursor.next = source.next();
  const documentsSent = batch.size > 0 ? take(cursor, batch.size) : [];
  const more = batch.size > 0 ? !cursor.next.done : true;
  if (more && batch.size === 0) cursor.next = source.next();
  if (more && !batch.single) keep(cursors, cursor);
  else source.return?.();
  return reply(more && !batch.single ? cursor.id : 0n, namespace, 'firstBatch', documentsSent);
}

/** The reply to getMore. */
export function nextBatch(cursors: Cursors, id: bigint, namespace: string, size: number): Map<string, Encodable> {
  const cursor = cursors.get(id);
  if (!cursor || cursor.namespace !== namespace) throw failure('CursorNotFound', `cursor id ${id} not found`);
  cursor.usedAt = Date.now();
  try {
    const documents = take(cursor, size);
    if (cursor.next.done) cursors.delete(id);
    return reply(cursor.next.done ? 0n : id, namespace, 'nextBatch', documents);
  } catch (error) {
    cursors.delete(id);
    throw error;
  }
}

function keep(cursors: Cursors, cursor: Cursor): void {
  if (cursors.size >= maxCursors) throw failure('QueryPlanKilled', `more than ${maxCursors} cursors are open`);
  cursors.set(cursor.id, cursor);
}

function take(cursor: Cursor, size: number): Raw[] {
  const documents: Raw[] = [];
  let bytes = 0;
  while (!cursor.next.done && documents.length < size) {
    const raw = cursor.next.value;
    if (documents.length > 0 && bytes + raw.length > maxBytes) break;
    bytes += raw.length + 12;
    documents.push(raw);
    cursor.next = cursor.source.next();
  }
  return documents;
}

function reply(id: bigint, namespace: string, name: string, documents: Raw[]): Map<string, Encodable> {
  const cursor = new Map<string, Encodable>();
  cursor.set(name, documents);
  cursor.set('id', id);
  cursor.set('ns', namespace);
  return doc({ cursor, ok: 1.0 });
}

function newId(cursors: Cursors): bigint {
  for (;;) {
    const id = randomBytes(8).readBigInt64LE() & 0x7fffffffffffffffn;
    if (id !== 0n && !cursors.has(id)) return id;
  }
}

/** Forgets a cursor; false if there is none. */
export function killCursor(cursors: Cursors, id: bigint): boolean {
  cursors.get(id)?.source.return?.();
  return cursors.delete(id);
}

/** Removes cursors that were not read for ten minutes. */
export function dropIdleCursors(cursors: Cursors, now: number): void {
  for (const [id, cursor] of cursors) if (now - cursor.usedAt > idleTimeoutMs) killCursor(cursors, id);
}
