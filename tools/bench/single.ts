/**
 * sendmessage through one gateway, with simulators that take 20 ms: at 500 a second, and as fast as it goes. Gateway and all
 * services are one process. `npm run bench:single [-- --seconds 20 --latency 20 --profile DIR]`; engines as in bench:fanout.
 */
import { parseArgs } from 'node:util';
import { fillDevices, startInstallation, type Installation } from '@herald/testing';
import autocannon from 'autocannon';
import { openEngines } from './engines';
import { table } from './figures';
import { memoryOf } from './processes';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    latency: { type: 'string', default: '20' },
    profile: { type: 'string' },
  },
});
const devices = 1_000;
const path = '/notifications/v2/device/sendmessage';

async function load(it: Installation, overallRate?: number) {
  let next = 0;
  const body = () =>
    JSON.stringify({
      application_name: 'com.bench.wallet',
      core_id: `0b1e2c4d-5b7e-4a58-9f0c-${String(next++ % devices).padStart(12, '0')}`,
      data: { type: 'notification', title: 'Hello', body: 'Your card is ready' },
      priority: 'high',
    });
  const headers = { authorization: `Bearer ${it.token()}`, 'content-type': 'application/json' };
  const result = await autocannon({
    url: it.urlOf('notifications'),
    connections: 50,
    duration: Number(values.seconds),
    ...(overallRate ? { overallRate } : {}),
    requests: [{ method: 'POST', path, headers, setupRequest: (request) => ({ ...request, body: body() }) }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  const { p50, p97_5, p99, max } = result.latency;
  return [
    overallRate ? `${overallRate} asked for` : 'as fast as it goes',
    Math.round(result.requests.average),
    p50,
    p97_5,
    p99,
    max,
  ];
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
    await load(it, 200);
    const rows = [await load(it, 500), await load(it)];
    console.log(table(['', 'a second', 'median ms', 'p97.5', 'p99', 'max'], rows));
    console.log(`peak memory of the process: ${memoryOf(it.programs[0]!.child).peak} MB`);
  } finally {
    await it.stop();
    await engines.stop();
  }
}

main().catch((error: Error) => {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
});
