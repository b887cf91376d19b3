/**
 * sendmessage through one gateway, with simulators that take 20 ms: callers that wait for their answers, and 500
 * requests a second whatever becomes of those before. Gateway and all services are one process; engines as in
 * bench:fanout. `npm run bench:single [-- --seconds 20 --latency 20 --profile DIR]`.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fillDevices, startInstallation, type Installation } from '@herald/testing';
import autocannon from 'autocannon';
import { openEngines } from './engines';
import { table } from './figures';
import { memoryOf } from './memory';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    latency: { type: 'string', default: '20' },
    profile: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const devices = 1_000;
const path = '/notifications/v2/device/sendmessage';

let next = 0;
const body = () =>
  JSON.stringify({
    application_name: 'com.bench.wallet',
    core_id: `0b1e2c4d-5b7e-4a58-9f0c-${String(next++ % devices).padStart(12, '0')}`,
    data: { type: 'notification', title: 'Hello', body: 'Your card is ready' },
    priority: 'high',
  });
const headersFor = (it: Installation) => ({
  authorization: `Bearer ${it.token()}`,
  'content-type': 'application/json',
});

/** Some callers, each sending its next request when it has its answer. */
async function asFastAsItGoes(it: Installation, callers: number): Promise<(string | number)[]> {
  const result = await autocannon({
    url: it.urlOf('notifications'),
    connections: callers,
    duration: seconds,
    requests: [{ method: 'POST', path, headers: headersFor(it), setupRequest: (one) => ({ ...one, body: body() }) }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  const { p50, p97_5, p99, max } = result.latency;
  return [`${callers} callers`, Math.round(result.requests.average), p50, p97_5, p99, max];
}

const tickMs = 10;

/** Sends requests at an even rate, answered or not; times count from when a request was due. */
async function evenly(it: Installation, rate: number): Promise<(string | number)[]> {
  const agent = new Agent({ keepAlive: true });
  const url = it.urlOf('notifications') + path;
  const headers = headersFor(it);
  const times: number[] = [];
  const one = (due: number) =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`A request was answered with ${answer.statusCode}`));
        answer.resume().once('end', () => {
          times.push(performance.now() - due);
          resolve();
        });
      });
      sent.once('error', reject).end(body());
    });
  const sends: Promise<void>[] = [];
  const began = performance.now();
  for (let due = began; due < began + seconds * 1000; due += 1000 / rate) {
    // The requests of one tick are sent together; a delay of this process counts as latency.
    while (due > performance.now()) await sleep(tickMs);
    sends.push(one(due));
  }
  await Promise.all(sends);
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]!);
  const perSecond = Math.round(times.length / ((performance.now() - began) / 1000));
  return [`${rate} asked for, evenly`, perSecond, at(0.5), at(0.975), at(0.99), at(1)];
}

async function main(): Promise<void> {
  const engines = await openEngines();
  console.log(`database: ${engines.mongo}; broker: ${engines.amqp}; simulators take ${values.latency} ms`);
  const it = await startInstallation({
    programs: {
      platform: ['company', 'identification', 'index', 'message-persistance', 'campaigns', 'notifications', 'events'],
    },
    mongoUrl: engines.mongoUrl,
    amqpUrl: engines.amqpUrl,
    simulatorArgs: ['--latency', values.latency],
    nodeArgs: values.profile ? ['--cpu-prof', '--cpu-prof-dir', values.profile] : [],
  });
  try {
    await fillDevices(it, devices);
    // Programs that have just started are slow.
    await asFastAsItGoes(it, 50);
    const rows = [await asFastAsItGoes(it, 25), await asFastAsItGoes(it, 50)];
    for (let round = 0; round < 3; round++) rows.push(await evenly(it, 500));
    console.log(table(['', 'a second', 'median ms', 'p97.5', 'p99', 'max'], rows));
    console.log(`peak memory of the process: ${memoryOf(it.programs[0]!.process).peak} MB`);
  } finally {
    await it.stop();
    await engines.stop();
  }
}

main().catch((error: Error) => {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
});
