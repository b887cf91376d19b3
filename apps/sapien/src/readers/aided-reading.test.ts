import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMetrics } from '@herald/metrics';
import { eventually } from '@herald/testing';
import { readingMetrics } from '../reading-metrics';
import { processReaders } from './process-readers';
import { startReaderProcess } from './reader-process';
import { PictureRefused } from './reader-protocol';

/**
 * Real processes without engines: the names of the pictures tell each process what to do. A front with the path of a
 * file is examined when that file is there.
 */
const script = `
const { existsSync } = require('node:fs');
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
  const opened = setInterval(() => {
    if (picture !== 'well' && !existsSync(picture)) return;
    clearInterval(opened);
    examinedFront();
  }, 5);
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

/** Whether one process reads a card and the other one helps. */
const bothWork = async () => {
  const { pid, side } = await read('well', 'well');
  return side !== null && side.by !== pid;
};

let files = 0;
function newGate() {
  const path = join(folder, `gate ${files++}`);
  return { path, open: () => writeFileSync(path, '') };
}

it('lets an idle process examine the back', async () => {
  readers.startAll();
  const { pid, side } = await read('well', 'well');
  expect(side!.by).toEqual(expect.any(Number));
  expect(side!.by).not.toBe(pid);
});

it('lets a process that becomes idle examine the back of a card that is being read', async () => {
  const gate = newGate();
  const slow = read(gate.path, 'well');
  const quick = await read('well', 'well');
  await nextTurn();
  gate.open();
  expect(quick.side).toBeNull();
  expect((await slow).side).toEqual({ by: quick.pid });
});

it('lets no process help while another card waits for it', async () => {
  readers.startAll();
  const gates = [newGate(), newGate(), newGate()] as const;
  const [first, second, third] = gates.map(({ path }) => read(path, 'well'));
  gates[1].open();
  const { pid, side } = await second!;
  expect(side).toBeNull();
  gates[0].open();
  const helped = await first!;
  expect(helped.side).toEqual({ by: pid });
  await nextTurn();
  gates[2].open();
  expect(await third).toEqual({ pid, side: { by: helped.pid } });
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
  await eventually(bothWork);
});

it('refuses a card without waiting for its helper, which then reads the next one', async () => {
  readers.startAll();
  await expect(read('refuse', 'wait')).rejects.toThrow(PictureRefused);
  await eventually(bothWork);
});

it('stops both processes when the caller is gone', async () => {
  readers.startAll();
  const caller = new AbortController();
  const reading = read('wait', 'wait', caller);
  caller.abort();
  await expect(reading).rejects.toMatchObject({ status: 503 });
  await eventually(bothWork);
  expect(failures).toEqual([]);
});
