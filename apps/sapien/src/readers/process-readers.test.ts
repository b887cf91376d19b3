import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics } from '@herald/metrics';
import { eventually } from '@herald/testing';
import { readingMetrics } from '../reading-metrics';
import { isRunning } from './is-running.fixture';
import { processReaders } from './process-readers';
import { startReaderProcess } from './reader-process';
import { PictureRefused, ReadTimedOut, ReaderExited, ReadingFailed } from './reader-protocol';

/** Real processes without engines: the name of the picture tells the process what to do. */
const script = `
const { existsSync, writeFileSync } = require('node:fs');
const { pbkdf2 } = require('node:crypto');
const { pid, env } = process;
console.log('the name on the card');
let finish;
process.on('message', ({ kind, front, back }) => {
  if (kind === 'examine') return process.send({ kind: 'examined', side: {}, megabytes: 1 });
  if (kind === 'examined back') return;
  const done = (megabytes = 1) => process.send({ kind: 'done', read: { pid, env }, megabytes });
  if (kind === 'cancel') return finish && finish();
  if (back) writeFileSync(back, String(pid), { flag: 'a' });
  if (front.startsWith('decode')) process.send({ kind: 'decoding', side: 'back' });
  if (front === 'die' || front === 'decode die') process.exit(1);
  if (front === 'throw') throw new Error('the name on the card');
  if (front === 'die once') return existsSync(back + 2) ? done() : (writeFileSync(back + 2, ''), process.exit(1));
  if (front === 'fail') return process.send({ kind: 'failed', error: 'TypeError' });
  if (front === 'refuse') return process.send({ kind: 'refused', side: 'front', reason: 'The image shows nothing' });
  if (front === 'grow') return done(5000);
  if (front === 'slow') return setTimeout(done, 150);
  if (front === 'wait') return (finish = () => process.send({ kind: 'failed', error: 'AbortError' }));
  if (front === 'spin') for (;;);
  if (front.endsWith('native')) return pbkdf2('x', 'y', 2 ** 31 - 1, 64, 'sha512', () => {});
  done();
});`;

const folder = mkdtempSync(join(tmpdir(), 'herald-'));
const file = join(folder, 'reader.js');
writeFileSync(file, script);
let files = 0;
const newFile = () => join(folder, String(files++));
const failures: string[] = [];
let started = 0;
const open = (processes = 1, queue = 5, timeouts = {}) =>
  processReaders({
    maxProcesses: processes,
    maxQueued: queue,
    metrics: readingMetrics(createMetrics()),
    maxMegabytes: 100,
    start: () => (started++, startReaderProcess({ file, timeoutMs: 20_000, ...timeouts })),
    logFailure: (message) => failures.push(message),
  });

let readers: ReturnType<typeof open>;
beforeEach(() => (failures.splice(0), (started = 0)));
afterEach(() => readers.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const never = () => new AbortController().signal;
const read = (front: string, back = '', signal = never(), company = '1') =>
  readers.read({ company, paths: { front, back } }, signal) as unknown as Promise<{ pid: number; env: object }>;
const unresolved = { status: 503, detail: { message: 'Bad Gateway' } };
const pidIn = (path: string) => Number(readFileSync(path, 'utf8'));

it('reads one card at a time in each process', async () => {
  readers = open(2);
  const first = await Promise.all([read('slow'), read('slow'), read('slow'), read('slow')]);
  expect([new Set(first.map(({ pid }) => pid)).size, started]).toEqual([2, 2]);
});

it('does not pass the environment of the service to its readers', async () => {
  process.env.MONGO_URL_OF_TEST = 'mongodb://secret';
  readers = open();
  const { env } = await read('well');
  delete process.env.MONGO_URL_OF_TEST;
  expect(Object.keys(env).filter((name) => !/^(NODE_CHANNEL|MALLOC)_/.test(name))).toEqual([]);
});

it('retries a card once when its process exits', async () => {
  readers = open();
  expect(await read('die once', newFile())).toHaveProperty('pid');
  expect(failures).toEqual(['A reader process exited; retrying its card']);
  for (const cause of ['die', 'throw']) await expect(read(cause)).rejects.toThrow(ReaderExited);
  await expect(read('decode die')).rejects.toMatchObject({ side: 'back' });
  expect(await read('well')).toHaveProperty('pid');
});

it('does not retry a card that the reader fails to read or rejects, and keeps the process', async () => {
  readers = open();
  const { pid } = await read('well');
  await expect(read('fail')).rejects.toThrow(ReadingFailed);
  await expect(read('refuse')).rejects.toThrow(PictureRefused);
  expect(await read('well')).toMatchObject({ pid });
  expect(started).toBe(1);
});

/** The start of a process counts, too: on a busy machine it takes a second. */
const shortMs = 4_000;
it.each([
  ['spin', { timeoutMs: shortMs }, null],
  ['native', { timeoutMs: shortMs }, null],
  ['decode native', { decodeTimeoutMs: shortMs }, 'back'],
])('kills the process of a card that exceeds its timeout (%s), without a retry', async (card, timeouts, side) => {
  readers = open(1, 5, timeouts);
  await read('well');
  const pids = newFile();
  const lost = read(card, pids);
  const next = read('well', '', never(), '2');
  const error = await lost.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ReadTimedOut);
  expect(error).toMatchObject({ side });
  const pid = pidIn(pids);
  await eventually(() => !isRunning(pid));
  expect((await next).pid).not.toBe(pid);
  expect([failures, started]).toEqual([['A card could not be read'], 2]);
});

it('replaces a process above the memory limit, and an idle one that exited', async () => {
  readers = open();
  const { pid } = await read('grow');
  const second = await read('well');
  expect(second.pid).not.toBe(pid);
  await eventually(() => !isRunning(pid));
  process.kill(second.pid, 'SIGKILL');
  await eventually(() => !isRunning(second.pid));
  expect((await read('well')).pid).not.toBe(second.pid);
});

it('removes a cancelled card from the queue', async () => {
  readers = open();
  const slow = read('slow');
  const stop = new AbortController();
  const waiting = read('spin', '', stop.signal);
  stop.abort();
  await expect(waiting).rejects.toMatchObject(unresolved);
  expect((await slow).pid).toBe((await read('well')).pid);
  expect(failures).toEqual([]);
});

it.each([
  ['wait', true],
  ['spin', false],
])('cancels a reading (%s), and kills the process if it does not stop', async (card, isSame) => {
  readers = open(1, 5, { cancelTimeoutMs: shortMs });
  const { pid } = await read('well');
  const stop = new AbortController();
  const pids = newFile();
  const cancelled = read(card, pids, stop.signal);
  await eventually(() => existsSync(pids));
  stop.abort();
  await expect(cancelled).rejects.toMatchObject(unresolved);
  expect((await read('well')).pid === pid).toBe(isSame);
  expect(failures).toEqual([]);
});

it('serves the companies in turn', async () => {
  readers = open();
  const order: string[] = [];
  const sent = [...'aaaabbc'].map((company) => read('well', '', never(), company).then(() => order.push(company)));
  await Promise.all(sent);
  expect(order.slice(0, 4).sort().join('')).toBe('aabc');
});

it('starts all processes in advance, and rejects cards after stop', async () => {
  readers = open(3);
  readers.startAll();
  expect(started).toBe(3);
  const pids = newFile();
  const reading = read('wait', pids);
  const ended = expect(reading).rejects.toMatchObject(unresolved);
  await eventually(() => existsSync(pids));
  await readers.stop();
  await ended;
  expect(isRunning(pidIn(pids))).toBe(false);
  await expect(read('well')).rejects.toMatchObject(unresolved);
});
