import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics } from '@herald/metrics';
import { eventually, startForTest } from '@herald/testing';
import { readingMetrics } from '../reading-metrics';
import { drawCards, type DrawnCards } from '../draw-cards.fixture';
import { service } from '../service';
import { picture, send } from '../start-sapien.fixture';
import { isRunning } from './is-running.fixture';
import { cpuMsOf } from './process-cpu';
import { processReaders } from './process-readers';
import { startReaderProcess, type ReaderProcess } from './reader-process';
import { scanBomb } from './scan-bomb.fixture';

/** Real reader processes, and pictures that keep native decoders busy for minutes. */
const folder = mkdtempSync(join(tmpdir(), 'herald-'));
const paths = { front: join(folder, 'front'), back: join(folder, 'back'), bomb: join(folder, 'bomb') };
let cards: DrawnCards;
beforeAll(async () => {
  cards = drawCards({ seed: 12, layouts: ['ury'], conditions: ['clean'] });
  const { front, back } = cards.card('ury', 'clean');
  writeFileSync(paths.front, front);
  writeFileSync(paths.back, back);
  writeFileSync(paths.bomb, await scanBomb(30_000));
});
afterAll(() => {
  cards?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const never = () => new AbortController().signal;

/** A pool of real readers, with all processes that it starts. */
function openReaders(maxProcesses: number) {
  const started: ReaderProcess[] = [];
  const start = () => {
    const reader = startReaderProcess({ decodeTimeoutMs: 4_000 });
    started.push(reader);
    return reader;
  };
  const metrics = readingMetrics(createMetrics());
  const limits = { maxProcesses, maxQueued: 5, maxMegabytes: 2_000 };
  return { started, readers: processReaders({ ...limits, metrics, start, logFailure: () => {} }) };
}

it('stops native decoding after the timeout without a retry, and reads the next card', async () => {
  const { started, readers } = openReaders(1);
  try {
    const hostile = readers.read({ company: '2', paths: { front: paths.front, back: paths.bomb } }, never());
    const refused = expect(hostile).rejects.toMatchObject({ side: 'back', message: 'The decoding took too long' });
    const next = readers.read({ company: '1', paths }, never());
    const { pid } = started[0]!;
    // More than the start and a normal decoding: it really computes.
    await eventually(() => cpuMsOf(pid)! > 2_000);
    await refused;
    await eventually(() => !isRunning(pid!));
    expect((await next).fields.nin).toBe(cards.card('ury', 'clean').truth.nin);
    expect(started).toHaveLength(2);
  } finally {
    await readers.stop();
  }
  expect(started.map(({ pid }) => isRunning(pid!))).toEqual([false, false]);
});

it('stops only the helper that decodes a hostile back', async () => {
  const { started, readers } = openReaders(2);
  try {
    readers.startAll();
    const hostile = readers.read({ company: '2', paths: { front: paths.front, back: paths.bomb } }, never());
    await expect(hostile).rejects.toMatchObject({ side: 'back', message: 'The decoding took too long' });
    await eventually(() => started.filter(({ pid }) => !isRunning(pid!)).length === 1);
    const { fields } = await readers.read({ company: '1', paths }, never());
    expect(fields.nin).toBe(cards.card('ury', 'clean').truth.nin);
    expect(started).toHaveLength(3);
  } finally {
    await readers.stop();
  }
});

it('leaves no reader running after the service is killed, not even a decoding one', async () => {
  const holder = require.resolve('./hold-reader.fixture.ts');
  const args = ['--import', 'tsx', holder, paths.bomb, paths.back];
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(output.toString());
  await eventually(() => cpuMsOf(pid)! > 3_000);
  parent.kill('SIGKILL');
  await eventually(() => !isRunning(pid));
});

it('continues reading when the readers receive a signal', async () => {
  const reader = startReaderProcess();
  await reader.read(paths, never());
  const reading = reader.read(paths, never());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(reader.pid!, signal);
  expect((await reading).fields.nin).toBe(cards.card('ury', 'clean').truth.nin);
  await reader.kill();
});

it('rejects hostile pictures, naming their field, and reads the card of another company', async () => {
  const herald = await startForTest(service, { SAPIEN_THREADS: '1' });
  try {
    const { front, back } = cards.card('ury', 'clean');
    const whole = await picture(40);
    const hostile: [Buffer, RegExp][] = [
      [readFileSync(paths.bomb), /more parts than a camera makes/],
      [whole.subarray(0, whole.length - 200), /damaged or incomplete/],
      [broken(whole), /damaged or incomplete/],
      [broken(await picture(40, 'png')), /damaged or incomplete/],
      [broken(await picture(40, 'webp')), /damaged or incomplete/],
    ];
    for (const [bytes, reason] of hostile) {
      const { status, body } = await send(herald, { company_id: '2', front_image: front, back_image: bytes });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['back_image']]);
      expect(body.errors.back_image[0]).toMatch(reason);
    }
    const { status } = await send(herald, { company_id: '1', front_image: front, back_image: back });
    expect(status).toBe(201);
  } finally {
    await herald.stop();
  }
});

/** A picture with a valid structure and damaged compressed data. */
function broken(image: Buffer): Buffer {
  const copy = Buffer.from(image);
  const [from, to] = [Math.floor(image.length * 0.6), image.length - 16];
  for (let at = from; at < to; at++) copy[at] = copy[at] === 0xff ? 0xff : (copy[at]! ^ 0x55) % 0xff;
  return copy;
}
