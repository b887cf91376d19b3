/**
 * sendmessage with simulators that take 20 ms: callers that wait for their answers, and 500 requests a second whatever
 * becomes of those before. All services are one process, or with `--separate` a process each; engines as in
 * bench:fanout. The yardstick is bare Express that inserts one record with the driver, in turn. `--built` names the
 * folder of the built programs, to compare two commits.
 * `npm run bench:single [-- --seconds 20 --latency 20 --rounds 3 --separate --built DIR --profile DIR]`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ServiceName } from '@herald/contracts';
import { fillDevices, startNode, type Installation } from '@herald/testing';
import autocannon from 'autocannon';
import type { Engines } from './engines';
import { evenly, quantileMs } from './evenly';
import { table } from './figures';
import { cpuSecondsOf, memoryOf } from './memory';
import { runOnInstallation } from './run';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    latency: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    separate: { type: 'boolean', default: false },
    built: { type: 'string' },
    profile: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const devices = 1_000;
/** The service log is written after the answers. */
const settleMs = 1_000;

let next = 0;
const body = () =>
  JSON.stringify({
    application_name: 'com.bench.wallet',
    core_id: `0b1e2c4d-5b7e-4a58-9f0c-${String(next++ % devices).padStart(12, '0')}`,
    data: { type: 'notification', title: 'Hello', body: 'Your card is ready' },
    priority: 'high',
  });

/** What is measured: our service, or the yardstick. */
type Target = { name: string; url: string; headers: Record<string, string> };

const serviceOf = (it: Installation): Target => ({
  name: 'sendmessage',
  url: `${it.urlOf('notifications')}/notifications/v2/device/sendmessage`,
  headers: { authorization: `Bearer ${it.token()}`, 'content-type': 'application/json' },
});

/** What a load took: requests and how they went, as a row. */
type Load = { requests: number; row: (string | number)[] };

/** Some callers, each sending its next request when it has its answer. */
async function asFastAsItGoes({ name, url, headers }: Target, callers: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections: callers,
    duration: seconds,
    requests: [{ method: 'POST', headers, setupRequest: (one) => ({ ...one, body: body() }) }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  const { p50, p97_5, p99, max } = result.latency;
  const row = [`${name}, ${callers} callers`, Math.round(result.requests.average), p50, p97_5, p99, max];
  return { requests: result.requests.total, row };
}

/** Requests at an even rate, whatever becomes of those before. */
async function atRate({ name, url, headers }: Target, rate: number): Promise<Load> {
  const began = performance.now();
  const answers = await evenly({ url, headers, body }, { rate, seconds });
  const done = answers.filter(({ status }) => status === 200);
  const perSecond = Math.round(done.length / ((performance.now() - began) / 1000));
  const refused = answers.length - done.length;
  const what = `${name}, ${rate} asked for, evenly${refused > 0 ? ` (${refused} refused)` : ''}`;
  return { requests: done.length, row: [what, perSecond, ...[0.5, 0.975, 0.99, 1].map((at) => quantileMs(done, at))] };
}

/** CPU time of the services for each request, more reliable than wall-clock time on a busy machine. */
async function withCpu(it: Installation, run: () => Promise<Load>): Promise<(string | number)[]> {
  const used = () => it.programs.map(({ process }) => cpuSecondsOf(process));
  const before = used();
  const { requests, row } = await run();
  await sleep(settleMs);
  const each = used().map((seconds, at) => ((seconds - before[at]!) * 1000) / requests);
  return [...row, ...[each.reduce((sum, one) => sum + one), ...each].map((ms) => ms.toFixed(2))];
}

async function measure(it: Installation, bare: Target): Promise<void> {
  const target = serviceOf(it);
  // Programs that have just started are slow.
  for (const one of [target, bare]) await asFastAsItGoes(one, 50);
  const rows: (string | number)[][] = [];
  const measureBoth = async (run: (target: Target) => Promise<Load>) => {
    rows.push(await withCpu(it, () => run(target)));
    rows.push([...(await run(bare)).row, '', ...it.programs.map(() => '')]);
  };
  for (const callers of [25, 50]) await measureBoth((one) => asFastAsItGoes(one, callers));
  for (let round = 0; round < Number(values.rounds); round++) await measureBoth((one) => atRate(one, 500));
  const cpu = ['CPU ms each', ...it.programs.map(({ name }) => name)];
  console.log(table(['', 'a second', 'median ms', 'p97.5', 'p99', 'max', ...cpu], rows));
}

const services = [
  'company',
  'identification',
  'index',
  'message-persistance',
  'campaigns',
  'notifications',
  'events',
] as const;
const separate = { company: ['company'], notifications: ['notifications'], events: ['events'] } as const;

async function measureAll(it: Installation, { mongoUrl }: Engines): Promise<void> {
  await fillDevices(it, devices);
  const args = ['--import', 'tsx', 'tools/bench/bare-express.ts', mongoUrl, `${it.namespace}_events`];
  const bare = startNode(args);
  try {
    await bare.printed('\n');
    const url = `${bare.output().trim()}/records`;
    await measure(it, { name: 'bare Express and insert', url, headers: { 'content-type': 'application/json' } });
  } finally {
    await bare.end();
  }
  for (const { name, process } of it.programs) console.log(`peak memory of ${name}: ${memoryOf(process).peak} MB`);
}

const programs: Record<string, readonly ServiceName[]> = values.separate ? separate : { platform: services };
void runOnInstallation(
  {
    programs,
    simulatorArgs: ['--latency', values.latency],
    builtIn: values.built,
    nodeArgs: values.profile ? ['--cpu-prof', '--cpu-prof-dir', values.profile] : [],
  },
  measureAll,
  `simulators take ${values.latency} ms`,
);
