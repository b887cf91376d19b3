/**
 * Single sends and audit records at their capacity and at four times of it: what is answered, what is refused and how
 * soon, and what `Retry-After` asks for. The capacity is the rate of 50 callers that wait for their answers. Each
 * service is a process of its own; engines as in bench:fanout. `npm run bench:overload [-- --seconds 10 --times 4]`.
 */
import { parseArgs } from 'node:util';
import { fillDevices, type Installation } from '@herald/testing';
import { evenly, quantileMs, type Answer, type Sent } from './evenly';
import { table } from './figures';
import { memoryOf } from './memory';
import { runOnInstallation } from './run';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, times: { type: 'string', default: '4' } },
});
const seconds = Number(values.seconds);
const devices = 1_000;
const callers = 50;

type Target = Sent & { name: string; status: number };

function targetsOf(it: Installation): Target[] {
  const headers = { authorization: `Bearer ${it.token()}`, 'content-type': 'application/json' };
  let next = 0;
  const message = () => ({
    application_name: 'com.bench.wallet',
    core_id: `0b1e2c4d-5b7e-4a58-9f0c-${String(next++ % devices).padStart(12, '0')}`,
    data: { type: 'notification', title: 'Hello', body: 'Your card is ready' },
  });
  const record = () => ({
    company_id: 1,
    application: 'wallet',
    type_audit: 'login',
    source: { os: 'android', core_id: `phone-${next++ % devices}` },
    transaction: { operation: 'login', result: 'ok' },
  });
  const audit = `${it.urlOf('audit')}/audit/api/v1/audit`;
  const many = JSON.stringify(Array.from({ length: 1_000 }, record));
  return [
    {
      name: 'single send',
      url: `${it.urlOf('notifications')}/notifications/v2/device/sendmessage`,
      headers,
      body: () => JSON.stringify(message()),
      status: 200,
    },
    { name: 'one audit record', url: audit, headers, body: () => JSON.stringify(record()), status: 201 },
    { name: '1,000 audit records', url: audit, headers, body: () => many, status: 201 },
  ];
}

/** Requests a second of callers that send the next one when they have their answer. */
async function capacityOf({ url, headers, body, status }: Target): Promise<number> {
  let answered = 0;
  const end = performance.now() + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      const answer = await fetch(url, { method: 'POST', headers, body: body() });
      await answer.arrayBuffer();
      if (answer.status === status) answered++;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return answered / seconds;
}

function rowOf(what: string, answers: Answer[], { status }: Target): (string | number)[] {
  const done = answers.filter((one) => one.status === status);
  const refused = answers.filter((one) => one.status === 429 || one.status === 503);
  const waits = refused.map(({ retryAfter }) => retryAfter).filter((wait) => wait !== undefined);
  return [
    what,
    Math.round(answers.length / seconds),
    Math.round(done.length / seconds),
    quantileMs(done, 0.5),
    quantileMs(done, 0.99),
    refused.length,
    quantileMs(refused, 0.5),
    quantileMs(refused, 0.99),
    waits.length > 0 ? `${Math.min(...waits)}-${Math.max(...waits)}` : '',
    answers.length - done.length - waits.length,
  ];
}

async function measure(it: Installation): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const target of targetsOf(it)) {
    // Programs that have just started are slow.
    await capacityOf(target);
    const capacity = await capacityOf(target);
    for (const [what, rate] of [
      ['half of the capacity', capacity / 2],
      [`${values.times} times of it`, capacity * Number(values.times)],
      ['half of it, afterwards', capacity / 2],
    ] as const)
      rows.push(rowOf(`${target.name}, ${what}`, await evenly(target, { rate, seconds }), target));
  }
  const done = ['answered/s', 'median ms', 'p99 ms'];
  const refused = ['refused', 'median ms', 'p99 ms', 'Retry-After s', 'others'];
  console.log(table(['', 'offered/s', ...done, ...refused], rows));
  for (const { name, process } of it.programs) console.log(`peak memory of ${name}: ${memoryOf(process).peak} MB`);
}

const programs = {
  company: ['company'],
  notifications: ['notifications'],
  audit: ['audit'],
  events: ['events'],
} as const;
const options = { programs, simulatorArgs: ['--latency', '20'], env: { RATE_LIMIT_PER_SECOND: '0' } };
void runOnInstallation(
  options,
  async (it) => {
    await fillDevices(it, devices);
    await measure(it);
  },
  'simulators take 20 ms',
);
