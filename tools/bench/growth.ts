/**
 * What more processes of a service bring: a campaign with 1, 2 and 4 senders, and with two processes of every service,
 * whose registrations, single sends and audit records are sent to both in turn. Prints the CPU time of each service for
 * each of them, and how evenly the processes of a service share the work: the least and the greatest share. Wall-clock
 * rates say little where all processes share few cores. Engines as in bench:fanout.
 * `npm run bench:growth [-- --devices 10000 --rounds 3 --only 1,2,4,all]`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ServiceName } from '@herald/contracts';
import {
  bundle,
  campaignOver,
  eventually,
  fillDevices,
  startInstallation,
  type Installation,
  type Program,
  type StartCampaign,
} from '@herald/testing';
import type { Engines } from './engines';
import { table } from './figures';
import { cpuSecondsOf } from './memory';
import { request, works } from './growth-requests';
import { runOnEngines } from './run';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '1,2,4,all' },
  },
});
const devices = Number(values.devices);
const rounds = Number(values.rounds);
/** Requests of each kind. */
const posts = Math.ceil(devices / 5);
/** Services without work are left out. */
const minMicros = 1;
/** Consumers and jobs end their work after the last answer. */
const settleMs = 3_000;
const idleMs = 8_000;

const others = ['company', 'identification', 'index', 'message-persistance', 'campaigns', 'events', 'audit'] as const;
type Programs = Record<string, ServiceName[]>;

const processesOf = (service: ServiceName, count: number): Programs =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${service} ${at + 1}`, [service]]));

/** Processes of each service, for each configuration. */
const configurations: Record<string, Programs> = Object.fromEntries(
  [
    ['1', 1, 1],
    ['2', 2, 1],
    ['4', 4, 1],
    ['all', 2, 2],
  ].map(([name, senders, each]) => [
    name as string,
    Object.assign(
      processesOf('notifications', senders as number),
      ...others.map((service) => processesOf(service, each as number)),
    ) as Programs,
  ]),
);

/** CPU seconds of each process. */
const cpuOf = ({ programs }: Installation) => programs.map(({ process }) => cpuSecondsOf(process));

type Cost = { service: string; micros: number; least: number; greatest: number };

/** What each service spent on one of `count` units, and how its processes shared it. */
function costs({ programs }: Installation, spent: number[], count: number): Cost[] {
  const serviceOf = ({ name }: Program) => name.slice(0, name.lastIndexOf(' '));
  return [...new Set(programs.map(serviceOf))].map((service) => {
    const own = spent.filter((_, at) => serviceOf(programs[at]!) === service);
    const sum = own.reduce((one, other) => one + other);
    const share = (seconds: number) => (sum > 0 ? Math.round((seconds / sum) * 100) : 0);
    return { service, micros: (sum * 1e6) / count, least: share(Math.min(...own)), greatest: share(Math.max(...own)) };
  });
}

/** CPU seconds a second of each process that has nothing to do. */
async function idleCpuOf(it: Installation): Promise<number[]> {
  const before = cpuOf(it);
  await sleep(idleMs);
  return cpuOf(it).map((after, at) => ((after - before[at]!) * 1000) / idleMs);
}

async function measured(it: Installation, idle: number[], run: () => Promise<unknown>) {
  const before = cpuOf(it);
  const began = performance.now();
  await run();
  const seconds = (performance.now() - began) / 1000;
  await sleep(settleMs);
  const passed = (performance.now() - began) / 1000;
  return { seconds, spent: cpuOf(it).map((after, at) => Math.max(0, after - before[at]! - idle[at]! * passed)) };
}

/** One campaign, until each device has it once and the statistics say so. */
async function runCampaign(it: Installation, start: StartCampaign): Promise<void> {
  await it.simulators.ask('DELETE /_dev/push');
  const uuid = await start();
  const read = async () => (await it.to('campaigns')(`GET /campaigns/api/v1/campaign/${uuid}`)).body.data;
  await eventually(async () => (await read()).terminated === true, 300_000);
  const { sended } = (await read()).statistics;
  const { tokens, repeated } = (await it.simulators.ask('GET /_dev/push/totals')) as Record<string, number>;
  if (sended !== devices || tokens !== devices || repeated !== 0)
    throw new Error(`Of ${devices} devices ${tokens} got the push, ${repeated} twice; the statistics say ${sended}`);
}

type Row = (string | number)[];

/** Programs that have just started are slow: the first round does not count. */
function rowsOf(work: string, [, ...lists]: Cost[][]): Row[] {
  const rows = lists.at(-1)!.map(({ service, least, greatest }, at): Row => {
    const sorted = lists.map((list) => list[at]!.micros).toSorted((one, other) => one - other);
    return [`${work}: ${service}`, Math.round(sorted[Math.floor(sorted.length / 2)]!), `${least}-${greatest} %`];
  });
  return rows.filter(([, micros]) => Number(micros) >= minMicros);
}

async function measure(name: string, programs: Programs, engines: Engines): Promise<void> {
  const it = await startInstallation({ programs, mongoUrl: engines.mongoUrl, amqpUrl: engines.amqpUrl });
  try {
    await fillDevices(it, devices);
    const start = await campaignOver(it, bundle);
    const idle = await idleCpuOf(it);
    const pushes: Cost[][] = [];
    let seconds = 0;
    for (let round = 0; round <= rounds; round++) {
      const campaign = await measured(it, idle, () => runCampaign(it, start));
      seconds = campaign.seconds;
      pushes.push(costs(it, campaign.spent, devices));
    }
    const rows = rowsOf('push', pushes);
    // Last, because campaigns are sent to registered devices as well.
    for (const [work, one] of name === '1' || name === 'all' ? Object.entries(works) : []) {
      const lists: Cost[][] = [];
      for (let round = 0; round <= rounds; round++) {
        let units = 0;
        const { spent } = await measured(
          it,
          idle,
          async () => (units = await request(it, one, { name: `r${round}`, posts })),
        );
        lists.push(costs(it, spent, units));
      }
      rows.push(...rowsOf(work, lists));
    }
    const senders = Object.keys(programs).filter((one) => one.startsWith('notifications ')).length;
    console.log(`${senders} senders, ${Object.keys(programs).length} processes; last campaign ${seconds.toFixed(1)} s`);
    console.log(table(['CPU time', 'µs each', 'shares'], rows));
  } finally {
    await it.stop();
  }
}

void runOnEngines(async (engines) => {
  for (const name of values.only.split(',')) await measure(name, configurations[name]!, engines);
}, `${devices} devices`);
