/**
 * One device by its core_id through the platform, beside the same query by bare Express and the driver, in turn.
 * Engines as in bench:fanout. `npm run bench:http [-- --rounds 5 --seconds 4 --requests 100000]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { signToken } from '@herald/auth';
import { connectDatabase } from '@herald/persistence';
import { freePort, type Process, startNode } from '@herald/testing';
import autocannon from 'autocannon';
import { openEngines, type Engines } from './engines';
import { table } from './figures';
import { memoryOf } from './memory';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    requests: { type: 'string', default: '100000' },
  },
});
const secret = 'a secret of the benchmark, long enough';
const namespace = `b${Date.now().toString(36)}`;
const duration = Number(values.seconds);
const token = signToken(secret, { subject: 'bench', companies: [1], scope: 'index:read', seconds: 36_000 });
const headers = { authorization: `Bearer ${token}` };

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;

async function load(url: string, how: { duration?: number; amount?: number }) {
  const target = `${url}/index/v1/device/bench-7`;
  const result = await autocannon({ url: target, headers, connections: 32, ...how });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

async function fill({ mongoUrl }: Engines): Promise<() => Promise<void>> {
  const server = await connectDatabase(mongoUrl, { poolSize: 2 });
  const database = server.database(`${namespace}_index`);
  const at = new Date();
  const app = { app_id: '1', tags: { plan: 'gold' }, version: '1.0.0', created_at: at, updated_at: at };
  const device = { company_id: '1', brand: 'Google', model: 'Pixel 9', imei: '352099001761481', emulator: false };
  const rest = {
    system_name: 'android',
    system_version: '35',
    location: [-70.6, -33.4],
    apps: [app],
    created_at: at,
    updated_at: at,
  };
  const devices = Array.from({ length: 1000 }, (_, n) => ({ ...device, ...rest, core_id: `bench-${n}` }));
  await database.collection('devices').insertMany(devices);
  return async () => {
    for (const { name } of (await database.db!.admin().listDatabases()).databases)
      if (name.startsWith(`${namespace}_`)) await server.database(name).dropDatabase();
    await server.close();
  };
}

async function compare(platform: Process, url: string, bareUrl: string): Promise<void> {
  for (const target of [url, bareUrl]) await load(target, { duration: 3 });
  const rounds = { herald: [] as number[], bare: [] as number[] };
  for (let round = 0; round < Number(values.rounds); round++) {
    rounds.herald.push((await load(url, { duration })).perSecond);
    rounds.bare.push((await load(bareUrl, { duration })).perSecond);
  }
  const ratios = rounds.herald.map((one, at) => one / rounds.bare[at]!);
  const before = memoryOf(platform);
  const amount = Number(values.requests);
  const { p99 } = await load(url, { amount });
  const after = memoryOf(platform);
  const rows = [
    ['platform', Math.round(median(rounds.herald))],
    ['bare Express and driver', Math.round(median(rounds.bare))],
    ['ratio', median(ratios).toFixed(2)],
  ];
  console.log(`32 connections, medians of ${values.rounds} rounds in turn`);
  console.log(table(['', 'requests/s'], rows));
  console.log(`memory over ${amount} requests: ${before.now} MB before, ${after.now} MB after, peak ${after.peak} MB`);
  console.log(`p99 ${p99} ms`);
}

async function measure(engines: Engines): Promise<void> {
  const clean = await fill(engines);
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  const port = await freePort();
  const platform = startNode(['dist/apps/platform/main.js'], {
    env: {
      ...process.env,
      MONGO_URL: engines.mongoUrl,
      AMQP_URL: engines.amqpUrl,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      NAMESPACE: namespace,
      LOG_LEVEL: 'warn',
      AUTH_JWT_SECRET: secret,
      SERVICE_JWT_SECRET: `${secret}, for services`,
      CREDENTIALS_SECRET: `${secret}, for credentials`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      STORAGE_URL: pathToFileURL(dataDir).href,
    },
  });
  const bare = startNode(['--import', 'tsx', 'tools/bench/bare-express.ts', engines.mongoUrl, `${namespace}_index`]);
  try {
    await bare.printed('\n');
    const bareUrl = bare.output().trim();
    const url = `http://127.0.0.1:${port}`;
    await platform.ready(url);
    await compare(platform, url, bareUrl);
  } finally {
    await platform.end();
    await bare.end();
    await clean();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const engines = await openEngines();
  console.log(`database: ${engines.mongo}; broker: ${engines.amqp}`);
  await measure(engines).finally(engines.stop);
}

main().catch((error: Error) => {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
});
