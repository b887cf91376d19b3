/**
 * One device by its core_id through the platform, beside the same query by bare Express and the driver, in turn.
 * Engines as in bench:fanout. `npm run bench:http [-- --rounds 5 --seconds 4 --requests 100000]`. With `--traces` also
 * through a platform that sends spans to a collector, with `--against <folder>` also through another build, such as
 * that of an earlier commit: `--against <checkout>/dist/apps/platform`. `--turn 2000` loads each in turn with that many
 * requests instead of for some seconds: beside other work, a turn of seconds may be few requests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { signToken } from '@herald/auth';
import { connectDatabase } from '@herald/persistence';
import { spanSink } from '@herald/span-sink';
import { freePort, type Process, startNode } from '@herald/testing';
import autocannon from 'autocannon';
import type { Engines } from './engines';
import { quantile, table } from './figures';
import { cpuSecondsOf, memoryOf } from './memory';
import { runOnEngines } from './run';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    requests: { type: 'string', default: '100000' },
    traces: { type: 'boolean', default: false },
    against: { type: 'string' },
    turn: { type: 'string' },
  },
});
const secret = 'a secret of the benchmark, long enough';
const namespace = `b${Date.now().toString(36)}`;
const duration = Number(values.seconds);
const token = signToken(secret, { subject: 'bench', companies: [1], scope: 'index:read', seconds: 36_000 });
const headers = { authorization: `Bearer ${token}` };

const names = ['platform', 'the other build', 'with traces'] as const;
type PlatformName = (typeof names)[number];

const median = (list: number[]) => quantile(list, 0.5);

async function load(url: string, how: { duration?: number; amount?: number }) {
  const target = `${url}/index/v1/device/bench-7`;
  const result = await autocannon({ url: target, headers, connections: 32, ...how });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return { perSecond: result.requests.average, p99: result.latency.p99, total: result.requests.total };
}

/** Each platform has data of its own: the one that started first would run the jobs of all. */
const namespaceOf = (name: PlatformName) => `${namespace}_${names.indexOf(name)}`;

async function fill({ mongoUrl }: Engines): Promise<() => Promise<void>> {
  const server = await connectDatabase(mongoUrl, { poolSize: 2 });
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
  for (const name of names)
    await server
      .database(`${namespaceOf(name)}_index`)
      .collection('devices')
      .insertMany(devices);
  return async () => {
    for (const { name } of (await server.database('admin').db!.admin().listDatabases()).databases)
      if (name.startsWith(`${namespace}_`)) await server.database(name).dropDatabase();
    await server.close();
  };
}

type Target = { name: string; url: string; process: Process };

/** Loads all targets in turn. On a machine with other work, the CPU time of a request is the better measure. */
async function compare(targets: Target[]): Promise<void> {
  for (const { url } of targets) await load(url, { duration: 3 });
  const turn = values.turn ? { amount: Number(values.turn) } : { duration };
  const rounds = targets.map(() => ({ perSecond: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round < Number(values.rounds); round++) {
    const order = [...targets.entries()];
    for (const [at, target] of round % 2 ? order.reverse() : order) {
      const before = cpuSecondsOf(target.process);
      const { perSecond, total } = await load(target.url, turn);
      rounds[at]!.perSecond.push(perSecond);
      rounds[at]!.cpu.push(((cpuSecondsOf(target.process) - before) / total) * 1e6);
    }
  }
  const ratioTo = (other: number[], list: number[]) => median(list.map((one, at) => one / other[at]!)).toFixed(3);
  const rows = targets.map(({ name }, at) => {
    const { perSecond, cpu } = rounds[at]!;
    const [first] = rounds;
    const ratios = [ratioTo(first!.perSecond, perSecond), ratioTo(first!.cpu, cpu)];
    return [name, Math.round(median(perSecond)), Math.round(median(cpu)), ...ratios];
  });
  console.log(`32 connections, medians of ${values.rounds} rounds in turn; ratios to the first, round by round`);
  console.log(table(['', 'requests/s', 'CPU µs/request', 'ratio', 'CPU ratio'], rows));
}

async function measureMemory({ process: platform, url }: Target): Promise<void> {
  const before = memoryOf(platform);
  const amount = Number(values.requests);
  const { p99 } = await load(url, { amount });
  const after = memoryOf(platform);
  console.log(`memory over ${amount} requests: ${before.now} MB before, ${after.now} MB after, peak ${after.peak} MB`);
  console.log(`p99 ${p99} ms`);
}

async function startPlatform(name: PlatformName, folder: string, env: Record<string, string>): Promise<Target> {
  const port = await freePort();
  const own = { PORT: String(port), NAMESPACE: namespaceOf(name) };
  const process = startNode([join(folder, 'main.js')], { env: { ...env, ...own } });
  const url = `http://127.0.0.1:${port}`;
  await process.ready(url).catch(async (error: unknown) => {
    await process.end();
    throw error;
  });
  return { name, url, process };
}

async function startBare(mongoUrl: string): Promise<Target> {
  const bare = startNode([
    '--import',
    'tsx',
    'tools/bench/bare-express.ts',
    mongoUrl,
    `${namespaceOf(names[0])}_index`,
  ]);
  await bare.printed('\n');
  return { name: 'bare Express and driver', url: bare.output().trim(), process: bare };
}

function platformEnv({ mongoUrl, amqpUrl }: Engines, dataDir: string): Record<string, string> {
  return {
    ...(process.env as Record<string, string>),
    MONGO_URL: mongoUrl,
    AMQP_URL: amqpUrl,
    NODE_ENV: 'production',
    MIGRATE: 'at-start',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    AUTH_JWT_SECRET: secret,
    SERVICE_JWT_SECRET: `${secret}, for services`,
    CREDENTIALS_SECRET: `${secret}, for credentials`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    STORAGE_URL: pathToFileURL(dataDir).href,
  };
}

async function measure(engines: Engines): Promise<void> {
  const clean = await fill(engines);
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  const env = platformEnv(engines, dataDir);
  const sink = await spanSink();
  const targets: Target[] = [];
  const built = 'dist/apps/platform';
  try {
    targets.push(await startPlatform('platform', built, env));
    if (values.against) targets.push(await startPlatform('the other build', values.against, env));
    if (values.traces)
      targets.push(await startPlatform('with traces', built, { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: sink.url }));
    targets.push(await startBare(engines.mongoUrl));
    await compare(targets);
    await measureMemory(targets[0]!);
    if (values.traces) console.log(`${sink.spans.length} spans arrived`);
  } finally {
    await Promise.all(targets.map((target) => target.process.end()));
    await sink.stop();
    await clean();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

void runOnEngines(measure);
