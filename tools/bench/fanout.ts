/**
 * One campaign over a segment, half android and half ios, from the POST to the last arrival. Services, broker, database
 * and simulators are processes of their own; the simulators are warm before the first campaign, as providers are.
 * `--register`: the devices register at the API instead of being written to the databases. `--watch`: statistics are
 * read during the campaign, and the segment is previewed before it.
 * `npm run bench:fanout [-- --devices 20000 --senders 1 --latency 0 --rounds 3 --profile DIR --register --watch]`.
 * MONGO_URL and AMQP_URL name database and broker; without them a RabbitMQ of this machine is started, else the
 * stand-ins.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { ServiceName } from '@herald/contracts';
import {
  campaignOver,
  eventually,
  fillDevices,
  settledDeliveriesOf,
  targetCounts,
  type Installation,
} from '@herald/testing';
import { quantile, quantiles, table } from './figures';
import { cpuSecondsOf, memoryOf } from './memory';
import { createApp, phone, poster, registerAll } from './phones';
import { runOnInstallation } from './run';
import { watchStatistics } from './statistics-watch';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '20000' },
    senders: { type: 'string', default: '1' },
    latency: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '3' },
    profile: { type: 'string' },
    register: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
  },
});
const devices = Number(values.devices);
const others: ServiceName[] = ['company', 'identification', 'index', 'message-persistance', 'events'];

type Totals = { accepted: number; tokens: number; repeated: number; first_at: string; last_at: string };

const pidsOf = ({ programs, simulators }: Installation) => [
  ...programs.map(({ name, process }) => [name, process] as const),
  ['simulators', simulators.process] as const,
];

/** When the first and the last push arrived, by the simulators, which are asked seldom: that takes CPU time. */
async function arrivals(it: Installation, wanted: number): Promise<{ first: number; last: number }> {
  let seen = 0;
  for (let movedAt = performance.now(); ; await sleep(100)) {
    const { accepted, first_at, last_at } = (await it.simulators.ask('GET /_dev/push/totals')) as Totals;
    if (accepted >= wanted) return { first: Date.parse(first_at), last: Date.parse(last_at) };
    const now = performance.now();
    if (accepted > seen) movedAt = now;
    seen = accepted;
    if (now - movedAt > 60_000) throw new Error(`No arrival for a minute; ${seen} of ${wanted} came`);
  }
}

/** Each device got it once, and says so in its row; the counters say what the rows say. */
async function ledger(it: Installation, uuid: string): Promise<string> {
  const began = performance.now();
  for (;;) {
    const { body } = await it.to('campaigns')(`GET /campaigns/api/v1/campaign/${uuid}`);
    if (body.data.terminated) break;
    if (performance.now() - began > 120_000) throw new Error('The campaign did not end');
    await sleep(100);
  }
  const settled = ((performance.now() - began) / 1000).toFixed(1);
  const { tokens, repeated } = (await it.simulators.ask('GET /_dev/push/totals')) as Totals;
  const { total, sended } = await targetCounts(it.database('campaigns') as never, uuid);
  const records = await it
    .database('notifications')
    .collection('campaign_deliveries')
    .countDocuments(settledDeliveriesOf(uuid));
  const { statistics } = (await it.to('campaigns')(`GET /campaigns/api/v1/campaign/${uuid}`)).body.data;
  const right = [tokens, total, sended, records, statistics.total, statistics.sended].every((one) => one === devices);
  const figures = `${tokens} devices, ${repeated} repeats, ${total} targets, ${sended} sended, ${records} records, statistics ${JSON.stringify(statistics)}`;
  if (!right || repeated !== 0) throw new Error(`The ledger is wrong: ${figures}`);
  return `ledger: ${figures}; all settled ${settled} s after the last arrival`;
}

async function measure(it: Installation): Promise<void> {
  const send = await campaignOver(it);
  await it.simulators.ask('DELETE /_dev/push');
  const before = pidsOf(it).map(([, { pid }]) => cpuSecondsOf({ pid }));
  const began = Date.now();
  const uuid = await send();
  const watch = values.watch ? watchStatistics(it.to('campaigns'), uuid) : undefined;
  const { first, last } = await arrivals(it, devices);
  const reads = await watch?.stop();
  const seconds = (last - began) / 1000;
  const verdict = await ledger(it, uuid);
  const used = pidsOf(it).map(([name, child], at) => {
    const micros = ((cpuSecondsOf(child) - before[at]!) * 1e6) / devices;
    return [name, micros.toFixed(0), memoryOf(child).peak] as const;
  });
  const ofSenders = used
    .filter(([name]) => name.startsWith('notifications'))
    .reduce((sum, [, micros]) => sum + Number(micros), 0);
  const campaign = [Math.round(devices / seconds), seconds.toFixed(2), first - began];
  // A line of its own, for scripts that compare.
  console.log(`${Math.round(devices / seconds)} pushes/s`);
  console.log(
    table(['', 'pushes/s', 'seconds from the POST', 'first after ms'], [[`${devices} devices`, ...campaign]]),
  );
  console.log(`client CPU (notifications): ${ofSenders} µs a push`);
  console.log(
    table(
      ['process', 'CPU µs a push', 'peak MB'],
      used.map((row) => [...row]),
    ),
  );
  if (reads) {
    const row = [0.5, 0.99, 1].map((share) => quantile(reads, share).toFixed(0));
    console.log(table(['meanwhile', 'reads', 'median ms', 'p99 ms', 'max ms'], [['statistics', reads.length, ...row]]));
  }
  console.log(verdict);
}

const callers = 64;
const maxPreviews = 5;
const fillTimeoutMs = 1_800_000;

/** Registers all devices, and waits until the index and the senders know them. */
async function registerDevices(it: Installation): Promise<void> {
  const company_id = await createApp(it.to('company'));
  const { post, close } = poster(it.urlOf('identification'), it.token());
  const phoneOf = (number: number) => phone({ name: 'fleet', company_id, number });
  const { perSecond, times } = await registerAll(post, phoneOf, { devices, callers, expected: 201 });
  close();
  const [median, p95] = quantiles(times);
  console.log(`${Math.round(perSecond)} registrations/s by ${callers} callers, median ${median} ms, p95 ${p95} ms`);
  for (const [service, collection] of [
    ['index', 'devices'],
    ['notifications', 'push_tokens'],
  ] as const)
    await eventually(
      async () => (await it.database(service).collection(collection).estimatedDocumentCount()) >= devices,
      fillTimeoutMs,
    );
}

async function preview(it: Installation): Promise<void> {
  const body = { company_id: 1, index_query: { system_name: 'ios' } };
  for (let tries = 1; tries <= maxPreviews; tries++) {
    const began = performance.now();
    const path = 'POST /message-persistance/api/v1/segment/preview';
    const { status, body: answer } = await it.to('message-persistance')(path, { body });
    const took = `${(performance.now() - began).toFixed(0)} ms`;
    if (status === 200) return console.log(`preview of ${answer.data.total} devices: ${took}, try ${tries}`);
    // Just filled, the engine may still be busy with the devices.
    console.log(`preview: ${status} after ${took}`);
    await sleep(5_000);
  }
}

/** Providers do not start with the services: the code of their simulators is compiled before the first campaign. */
async function warmSimulators({ simulators }: Installation): Promise<void> {
  const args = ['--import', 'tsx', 'tools/bench/push-client.ts', '--client', 'ours', '--pushes', '40000'];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...simulators.settings } });
}

async function measureAll(it: Installation): Promise<void> {
  const began = performance.now();
  await (values.register ? registerDevices(it) : fillDevices(it, devices));
  console.log(`audience filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await warmSimulators(it);
  if (values.watch) await preview(it);
  for (let round = 0; round < Number(values.rounds); round++) await measure(it);
}

const senders = Array.from({ length: Number(values.senders) }, (_, at) => [
  `notifications ${at + 1}`,
  ['notifications'],
]);
void runOnInstallation(
  {
    programs: { others, campaigns: ['campaigns'], ...Object.fromEntries(senders) } as Record<string, ServiceName[]>,
    simulatorArgs: ['--latency', values.latency],
    nodeArgs: values.profile ? ['--cpu-prof', '--cpu-prof-dir', values.profile] : [],
  },
  measureAll,
  `${devices} devices`,
);
