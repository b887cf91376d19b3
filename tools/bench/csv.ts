/**
 * Downloads of the service log as CSV: rows a second, and the memory of the service while it writes. A file's memory
 * must not grow with its rows. Engines as in bench:fanout; `--built` names the folder of another build.
 * `npm run bench:csv [-- --rows 1000000]`.
 */
import { parseArgs } from 'node:util';
import type { Installation } from '@herald/testing';
import { table } from './figures';
import { fillServiceLogInBulk } from './log-records';
import { memoryOf } from './memory';
import { runOnInstallation } from './run';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' }, built: { type: 'string' } } });
const rows = Number(values.rows);
/** Those that downloads of a company and of all companies use. */
const indexes = ['created_at_-1_uuid_1', 'company_id_1_created_at_-1_uuid_1'];
const path = '/events/v1/event/service.csv';

type Export = { rows: number; bytes: number; seconds: number; memory: { start: number; middle: number; end: number } };

/** Reads a file as it comes, and keeps none of it. */
async function download(it: Installation, query: string, expected: number): Promise<Export> {
  const [events] = it.programs;
  const now = () => memoryOf(events!.process).now;
  const memory = { start: now(), middle: 0, end: 0 };
  const began = performance.now();
  const answer = await fetch(`${it.urlOf('events')}${path}${query}`, {
    headers: { authorization: `Bearer ${it.token()}` },
  });
  if (!answer.ok) throw new Error(`The download was answered with ${answer.status}`);
  let bytes = 0;
  let lines = 0;
  for await (const piece of answer.body!) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 10) lines++;
    if (memory.middle === 0 && lines > expected / 2) memory.middle = now();
  }
  memory.end = now();
  return { rows: lines - 1, bytes, seconds: (performance.now() - began) / 1_000, memory };
}

const rowOf = (name: string, { memory, ...one }: Export, peak: number) => [
  name,
  one.rows,
  Math.round(one.rows / one.seconds),
  (one.bytes / 1e6).toFixed(1),
  ...[memory.start, memory.middle, memory.end, peak],
];

async function measure(it: Installation): Promise<void> {
  const began = performance.now();
  await fillServiceLogInBulk(it, rows, indexes);
  console.log(`filled in ${Math.round((performance.now() - began) / 1_000)} s`);
  const [events] = it.programs;
  const found: (string | number)[][] = [];
  for (const [name, query, expected] of [
    ['a tenth of the companies', '?company_id=2', rows / 18],
    ['one company', '?company_id=1', rows / 2],
    ['all', '', rows],
    ['all, again', '', rows],
  ] as const)
    found.push(rowOf(name, await download(it, query, expected), memoryOf(events!.process).peak));
  console.log(table(['service log', 'rows', 'rows/s', 'MB', 'RSS start', 'middle', 'end', 'peak'], found));
}

const env = { SERVICE_LOG_DAYS: '36500' };
void runOnInstallation({ programs: { events: ['events'] }, env, builtIn: values.built }, measure);
