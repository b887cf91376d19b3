import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@herald/testing';
import { startReaderThread } from './reader-thread';
import { threadReaders } from './thread-readers';

/** Threads that do what the "picture" says: real threads, real deaths, no engine. */
const script = `
const { parentPort, threadId } = require('node:worker_threads');
const { existsSync, writeFileSync } = require('node:fs');
console.log('the name on the card');
let finish;
parentPort.on('message', ({ kind, front, back }) => {
  const done = (megabytes = 1) => parentPort.postMessage({ kind: 'done', read: { threadId }, megabytes });
  if (kind === 'cancel') return finish && finish();
  if (front === 'die') process.exit(1);
  if (front === 'throw') throw new Error('the name on the card');
  if (front === 'die once') return existsSync(back) ? done() : (writeFileSync(back, ''), process.exit(1));
  if (front === 'fail') return parentPort.postMessage({ kind: 'failed', error: 'TypeError' });
  if (front === 'grow') return done(5000);
  if (front === 'slow') return setTimeout(done, 150);
  if (front === 'wait') return (finish = () => parentPort.postMessage({ kind: 'failed', error: 'AbortError' }));
  if (front === 'spin') for (;;);
  done();
});`;

const folder = mkdtempSync(join(tmpdir(), 'herald-'));
const file = join(folder, 'thread.js');
writeFileSync(file, script);
const trouble: string[] = [];
let started = 0;
const open = (threads = 1, queue = 5, limits = { mostMs: 10_000, patienceMs: 1500 }) =>
  threadReaders({
    threads,
    queue,
    threadMegabytes: 100,
    start: () => (started++, startReaderThread({ file, ...limits })),
    onTrouble: (what) => trouble.push(what),
  });

let readers: ReturnType<typeof open>;
beforeEach(() => (trouble.splice(0), (started = 0)));
afterEach(() => readers.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const never = () => new AbortController().signal;
const read = (front: string, back = '', signal = never()) =>
  readers.read({ front, back }, signal) as unknown as Promise<{ threadId: number }>;
const unresolved = { status: 503, detail: { message: 'Bad Gateway' } };

it('reads one card after the other in one thread, and as many at once as there are threads', async () => {
  readers = open(2);
  const first = await Promise.all([read('slow'), read('slow'), read('slow'), read('slow')]);
  expect([new Set(first.map(({ threadId }) => threadId)).size, started]).toEqual([2, 2]);
});

it('tries a card once more when its thread dies, and gives up then', async () => {
  readers = open();
  expect(await read('die once', join(folder, 'died'))).toHaveProperty('threadId');
  expect(trouble).toEqual(['A thread died; its card is tried once more']);
  for (const cause of ['die', 'throw']) await expect(read(cause)).rejects.toMatchObject(unresolved);
  expect(await read('well')).toHaveProperty('threadId');
});

it('gives up a card that the reader cannot bear, and keeps the thread', async () => {
  readers = open();
  const { threadId } = await read('well');
  await expect(read('fail')).rejects.toMatchObject(unresolved);
  expect(await read('well')).toEqual({ threadId });
});

it('ends a read that takes too long, twice', async () => {
  readers = open(1, 5, { mostMs: 300, patienceMs: 100 });
  await expect(read('spin')).rejects.toMatchObject(unresolved);
  expect(trouble).toHaveLength(2);
});

it('replaces a thread that has grown too big', async () => {
  readers = open();
  const { threadId } = await read('grow');
  expect((await read('well')).threadId).not.toBe(threadId);
});

it('takes a cancelled card out of the queue', async () => {
  readers = open();
  const slow = read('slow');
  const stop = new AbortController();
  const waiting = read('spin', '', stop.signal);
  stop.abort();
  await expect(waiting).rejects.toMatchObject(unresolved);
  expect(await slow).toEqual(await read('well'));
  expect(trouble).toEqual([]);
});

it('tells the reader to stop, and ends the thread where that does not help', async () => {
  readers = open();
  const { threadId } = await read('well');
  for (const [card, same] of [
    ['wait', true],
    ['spin', false],
  ] as const) {
    // prettier-ignore
    const stop = new AbortController();
    const cancelled = read(card, '', stop.signal);
    setTimeout(() => stop.abort(), 50);
    await expect(cancelled).rejects.toMatchObject(unresolved);
    expect((await read('well')).threadId === threadId).toBe(same);
  }
  expect(trouble).toEqual([]);
});

it('holds as many places as threads and queue together', () => {
  readers = open(1, 2);
  const leave = [readers.admit(), readers.admit(), readers.admit()];
  expect(readers.admit).toThrow('Bad Gateway');
  leave[0]!();
  leave[0]!();
  readers.admit();
  expect(readers.admit).toThrow('Bad Gateway');
});

it('opens all threads when it is warmed, and reads nothing any more when it has stopped', async () => {
  readers = open(3);
  readers.warm();
  expect(started).toBe(3);
  const under = read('wait');
  await eventually(() => read('well'));
  const ended = expect(under).rejects.toMatchObject(unresolved);
  await readers.stop();
  await ended;
  await expect(read('well')).rejects.toMatchObject(unresolved);
});
