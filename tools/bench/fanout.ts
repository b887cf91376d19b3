/**
 * One campaign over a segment, half android and half ios, from the POST to the last arrival. Services, broker, database
 * and simulators are processes of their own. `npm run bench:fanout [-- --devices 20000 --senders 1 --latency 0 --rounds
 * 3 --profile DIR]`. MONGO_URL and AMQP_URL name database and broker; without them a RabbitMQ of this machine is
 * started, else the stand-ins.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ServiceName } from '@herald/contracts';
import { campaignOver, fillDevices, targetCounts, type Installation } from '@herald/testing';
import { table } from './figures';
import { cpuSecondsOf, memoryOf } from './memory';
import { runOnInstallation } from './run';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '20000' },
    senders: { type: 'string', default: '1' },
    latency: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '3' },
    profile: { type: 'string' },
  },
});
const devices = Number(values.devices);
const others: ServiceName[] = ['company', 'identification', 'index', 'message-persistance', 'events'];

type Totals = { accepted: number; tokens: number; repeated: number };

const pidsOf = ({ programs, simulators }: Installation) => [
  ...programs.map(({ name, process }) => [name, process] as const),
  ['simulators', simulators.process] as const,
];

async function arrivals(it: Installation, wanted: number): Promise<{ first: number; last: number }> {
  const began = performance.now();
  let first = 0;
  let seen = 0;
  for (let movedAt = began; ; await sleep(20)) {
    const { accepted } = (await it.simulators.ask('GET /_dev/push/totals')) as Totals;
    const now = performance.now();
    if (accepted > 0) first ||= now - began;
    if (accepted >= wanted) return { first, last: now - began };
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
    .collection('deliveries')
    .countDocuments({ campaign_uuid: uuid, settled: true });
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
  const began = performance.now();
  const uuid = await send();
  const posted = performance.now() - began;
  const { first, last } = await arrivals(it, devices);
  const seconds = (posted + last) / 1000;
  const verdict = await ledger(it, uuid);
  const used = pidsOf(it).map(([name, child], at) => {
    const micros = ((cpuSecondsOf(child) - before[at]!) * 1e6) / devices;
    return [name, micros.toFixed(0), memoryOf(child).peak] as const;
  });
  const ofSenders = used
    .filter(([name]) => name.startsWith('notifications'))
    .reduce((sum, [, micros]) => sum + Number(micros), 0);
  const campaign = [Math.round(devices / seconds), seconds.toFixed(2), Math.round(posted + first)];
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
  console.log(verdict);
}

async function measureAll(it: Installation): Promise<void> {
  const began = performance.now();
  await fillDevices(it, devices);
  console.log(`audience filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
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
