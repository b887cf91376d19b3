/**
 * What persons' requests cost a campaign: campaigns over all devices, in turn alone and beside requests for copies and
 * erasures. Engines and processes as in bench:fanout.
 * `npm run bench:erasure-beside [-- --devices 20000 --rate 10 --rounds 5]`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { services, type ServiceName } from '@herald/contracts';
import { campaignOver, fillDevices, subjectRequests, type Installation, type StartCampaign } from '@herald/testing';
import { quantiles, table } from './figures';
import { phone } from './phones';
import { runOnInstallation } from './run';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
  },
});
const [devices, rate, rounds] = [values.devices, values.rate, values.rounds].map(Number) as [number, number, number];
const audience = 'com.bench.audience';
/** Each round takes seconds; a person is asked for twice. */
const persons = rate * 30 * rounds;

const apart: ServiceName[] = ['campaigns', 'notifications'];
const others = (Object.keys(services) as ServiceName[]).filter((name) => !apart.includes(name));

const bodyOf = (number: number) => phone({ name: 'bench', company_id: 1, number });
const dniOf = (number: number) => `bench${number}`;

async function registerPersons(it: Installation): Promise<void> {
  const post = it.to('identification');
  const numbers = Array.from({ length: persons }, (_, number) => number);
  const registerSome = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const { status } = await post('POST /identification/api/v1/device', { body: bodyOf(number) });
      if (status > 201) throw new Error(`A registration was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, registerSome));
}

/** Pushes a second, from the start of a campaign to its last push. */
async function speedOfCampaign(it: Installation, send: StartCampaign): Promise<number> {
  await it.simulators.ask('DELETE /_dev/push');
  const began = performance.now();
  await send();
  for (;;) {
    const { accepted } = (await it.simulators.ask('GET /_dev/push/totals')) as { accepted: number };
    if (accepted >= devices) return (accepted / (performance.now() - began)) * 1000;
    if (performance.now() - began > 300_000) throw new Error(`${accepted} of ${devices} pushes arrived`);
    await sleep(20);
  }
}

/** Asks at the rate until it is stopped; resolves with the uuids. */
function askAtRate(it: Installation, from: number) {
  const { ask } = subjectRequests(it.to('identification'));
  const asked: ReturnType<typeof ask>[] = [];
  const timer = setInterval(() => {
    const at = asked.length;
    // A copy of one person, and the erasure of another one.
    asked.push(ask(at % 2 === 0 ? 'access' : 'erase', { dni: dniOf(from + at) }));
  }, 1000 / rate);
  return async () => {
    clearInterval(timer);
    return (await Promise.all(asked)).map(({ status, body }) => {
      if (status !== 201) throw new Error(`A request was answered with ${status}: ${JSON.stringify(body)}`);
      return body.subject_request.uuid as string;
    });
  };
}

async function measure(it: Installation): Promise<void> {
  await fillDevices(it, 0);
  await registerPersons(it);
  await fillDevices(it, devices, { app: audience });
  const send = await campaignOver(it, audience);
  const { done } = subjectRequests(it.to('identification'));
  await speedOfCampaign(it, send);
  const [quiet, beside, waits]: [number[], number[], number[]] = [[], [], []];
  let next = 0;
  for (let round = 0; round < rounds; round++) {
    // In both orders: what comes second finds more records.
    if (round % 2 === 0) quiet.push(await speedOfCampaign(it, send));
    const stop = askAtRate(it, next);
    beside.push(await speedOfCampaign(it, send));
    const ended = performance.now();
    const uuids = await stop();
    next += uuids.length;
    for (const uuid of uuids) await done(uuid, 600_000);
    waits.push((performance.now() - ended) / 1000);
    if (round % 2 === 1) quiet.push(await speedOfCampaign(it, send));
  }
  const [alone, withRequests, seconds] = [quiet, beside, waits].map((all) => quantiles(all)[0]) as [
    number,
    number,
    number,
  ];
  const share = ((withRequests / alone) * 100).toFixed(0);
  const head = ['', 'pushes/s', `beside ${rate} requests/s`, '%', 'seconds until all requests are done'];
  console.log(table(head, [['median', alone, withRequests, share, seconds]]));
}

const programs = { others, campaigns: ['campaigns'], notifications: ['notifications'] } as const;
void runOnInstallation({ programs }, measure, `${devices} devices`);
