import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMetrics } from '@herald/metrics';
import { readingMetrics } from '../reading-metrics';
import { processReaders } from './process-readers';
import { startReaderProcess } from './reader-process';
import { PictureRefused } from './reader-protocol';

/** Real processes without engines: the names of the pictures tell each process what to do. */
const script = `
const { pid } = process;
let card, stop = () => {};
const done = (side) => process.send({ kind: 'done', read: { pid, side }, megabytes: 1 });
const examinedFront = () => process.send({ kind: 'front examined' });
process.on('message', (message) => {
  if (message.kind === 'cancel') return stop();
  if (message.kind === 'examined back') return message.card === card && done(message.side);
  const picture = message.kind === 'read' ? message.front : message.back;
  card = message.card;
  stop = () => process.send({ kind: 'failed', error: 'AbortError' });
  if (picture === 'wait') return;
  if (picture === 'die') process.exit(1);
  if (picture === 'refuse') return process.send({ kind: 'refused', side: 'back', reason: 'The image shows nothing' });
  if (message.kind === 'examine') return process.send({ kind: 'examined', side: { by: pid }, megabytes: 1 });
  setTimeout(examinedFront, picture === 'slow' ? 500 : 0);
});`;

const folder = mkdtempSync(join(tmpdir(), 'herald-'));
const file = join(folder, 'reader.js');
writeFileSync(file, script);
const failures: string[] = [];
let readers: ReturnType<typeof processReaders>;
beforeEach(() => {
  failures.splice(0);
  readers = processReaders({
    maxProcesses: 2,
    maxQueued: 5,
    metrics: readingMetrics(createMetrics()),
    maxMegabytes: 100,
    start: () => startReaderProcess({ file, timeoutMs: 20_000 }),
    logFailure: (message) => failures.push(message),
  });
});
afterEach(() => readers.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Done = { pid: number; side: { by: number } | null };
const read = (front: string, back: string, { signal } = new AbortController()) =>
  readers.read({ company: '1', paths: { front, back } }, signal) as unknown as Promise<Done>;

it('lets an idle process examine the back', async () => {
  readers.startAll();
  const { pid, side } = await read('well', 'well');
  expect(side!.by).toEqual(expect.any(Number));
  expect(side!.by).not.toBe(pid);
});

it('lets a process that becomes idle examine the back of a card that is being read', async () => {
  const [slow, quick] = await Promise.all([read('slow', 'well'), read('well', 'well')]);
  expect(quick.side).toBeNull();
  expect(slow.side).toEqual({ by: quick.pid });
});

it('lets no process help while another card waits for it', async () => {
  readers.startAll();
  const both = await read('well', 'well');
  await nextTurn();
  const [first, second, third] = await Promise.all(['a', 'b', 'c'].map(() => read('slow', 'well')));
  expect([first!.pid, first!.side!.by].sort()).toEqual([both.pid, both.side!.by].sort());
  expect(second).toEqual({ pid: first!.side!.by, side: null });
  expect(third).toEqual({ pid: first!.pid, side: { by: second!.pid } });
});

it('reads a card once more and alone if its helper exits', async () => {
  readers.startAll();
  expect(await read('well', 'die')).toMatchObject({ side: null });
  expect(failures).toEqual(['A reader process exited; retrying its card']);
});

it('refuses a card at once if its helper refuses the back, and keeps both processes', async () => {
  readers.startAll();
  await expect(read('wait', 'refuse')).rejects.toThrow(PictureRefused);
  expect(failures).toEqual(['A card could not be read']);
  const { pid, side } = await read('slow', 'well');
  expect(side!.by).not.toBe(pid);
});

it('refuses a card without waiting for its helper, which then reads the next one', async () => {
  readers.startAll();
  await expect(read('refuse', 'wait')).rejects.toThrow(PictureRefused);
  const both = await Promise.all([read('slow', 'well'), read('slow', 'well')]);
  expect(new Set(both.map(({ pid }) => pid)).size).toBe(2);
});

it('stops both processes when the caller is gone', async () => {
  readers.startAll();
  const caller = new AbortController();
  const reading = read('wait', 'wait', caller);
  caller.abort();
  await expect(reading).rejects.toMatchObject({ status: 503 });
  const { pid, side } = await read('slow', 'well');
  expect(side!.by).not.toBe(pid);
  expect(failures).toEqual([]);
});
