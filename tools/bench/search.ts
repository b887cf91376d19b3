/**
 * Measures device search over HTTP beside the same queries by the bare driver, in turn.
 *
 *   npm run bench:search                       100,000 devices; engines as in bench:fanout
 *   DEVICES=10000 npm run bench:search         fewer
 *   NAMESPACE=kept npm run bench:search        fills once, and finds the devices there at the next run
 *   ROUNDS=0 npm run bench:search              the walks alone
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signToken } from '@herald/auth';
import { freePort, startNode } from '@herald/testing';
import { mongoFilterOf, type DeviceFilters } from '@herald/device-query';
import { connectDatabase, type Connection } from '@herald/persistence';
import { population, type Population } from './devices';
import type { Engines } from './engines';
import { quantile, table } from './figures';
import { runOnEngines } from './run';
import { walkTable, type Found } from './search-walk';

const { NAMESPACE = `b${randomBytes(4).toString('hex')}` } = process.env;
const size = Number(process.env.DEVICES ?? 100_000);
const rounds = Number(process.env.ROUNDS ?? 100);
const secret = randomBytes(32).toString('hex');
const hidden = { said: 0, revision: 0, app_keys: 0, trigrams: 0 };

type Case = { name: string; filters: () => DeviceFilters; page?: (total: number) => number };

function casesOf(made: Population, sample: { core_id: string; imei: string }[]): Case[] {
  const { below, pick, brand, model, version, app, plan, zone, date } = made;
  const one = () => pick(sample);
  const part = (text: string) => text.slice(2 + below(4), 10);
  const both = (): DeviceFilters => ({ brand: brand(), system_name: pick(['android', 'ios']) });
  return [
    { name: 'core_id', filters: () => ({ core_id: one().core_id }) },
    { name: 'imei', filters: () => ({ imei: one().imei }) },
    { name: 'brand', filters: () => ({ brand: brand() }) },
    { name: 'model', filters: () => ({ model: model() }) },
    { name: 'system_version', filters: () => ({ system_version: version() }) },
    { name: 'system_name', filters: () => ({ system_name: pick(['android', 'ios']) }) },
    { name: 'emulator true', filters: () => ({ emulator: 'true' }) },
    { name: 'emulator false', filters: () => ({ emulator: 'false' }) },
    { name: 'created_at', filters: () => ({ created_at: date() }) },
    { name: 'updated_at', filters: () => ({ updated_at: date() }) },
    { name: 'status', filters: () => ({ status: pick([true, false]) }) },
    { name: 'search', filters: () => ({ search: part(pick([one().core_id, one().imei])) }) },
    { name: 'search, 3 characters', filters: () => ({ search: one().core_id.slice(0, 3) }) },
    { name: 'apps.app_id', filters: () => ({ 'apps.app_id': app() }) },
    { name: 'apps.tags, rare', filters: () => ({ 'apps.tags.zone': zone() }) },
    { name: 'apps.tags, frequent', filters: () => ({ 'apps.tags.plan': plan() }) },
    { name: 'apps.created_at', filters: () => ({ 'apps.created_at': date() }) },
    { name: 'apps.updated_at', filters: () => ({ 'apps.updated_at': date() }) },
    { name: 'no filter', filters: () => ({}) },
    { name: 'brand + system_name', filters: both },
    { name: 'app + tag', filters: () => ({ 'apps.app_id': app(), 'apps.tags.plan': plan() }) },
    { name: 'app + status', filters: () => ({ 'apps.app_id': app(), status: true }) },
    {
      name: 'system_name, any page',
      filters: () => ({ system_name: 'android' }),
      page: (total) => 1 + below(total / 50),
    },
    { name: 'two filters, any page', filters: both, page: (total) => 1 + below(total / 50) },
  ];
}

async function fill(database: Connection, made: Population): Promise<void> {
  const devices = database.collection('devices');
  if ((await devices.countDocuments()) === size) return;
  await devices.deleteMany({});
  const started = Date.now();
  for (let done = 0; done < size; done += 2000)
    await devices.insertMany(Array.from({ length: Math.min(2000, size - done) }, made.device), { ordered: false });
  console.log(`filled ${size} devices in ${Math.round((Date.now() - started) / 1000)} s`);
}

async function startIndex(dataDir: string, { mongoUrl, amqpUrl }: Engines) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = {
    ...process.env,
    ...{ MONGO_URL: mongoUrl, AMQP_URL: amqpUrl, NAMESPACE, PORT: new URL(url).port },
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...{ AUTH_JWT_SECRET: secret, SERVICE_JWT_SECRET: `${secret}, for services` },
  };
  const index = startNode(['--import', 'tsx', 'apps/index/src/main.ts'], { env });
  await index.ready(url);
  return { url, stop: () => index.end() };
}

const agent = new Agent({ keepAlive: true });

/** Asks as a client with a kept connection does; a request that fails ends the measurement. */
function search({ url, token }: Tenant, filters: DeviceFilters, query: string): Promise<Found> {
  const body = JSON.stringify(filters);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/index/v1/device?${query}`, { method: 'POST', headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => parts.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode === 200) resolve(JSON.parse(text) as Found);
        else reject(new Error(`${answer.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}

type Tenant = { name: string; url: string; token: string; owned: object };
type Times = { service: number[]; bare: number[]; total: number };

async function measure(database: Connection, one: Case, tenant: Tenant): Promise<Times> {
  const devices = database.collection('devices');
  const times: Times = { service: [], bare: [], total: 0 };
  const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    into.push(performance.now() - started);
    return result;
  };
  for (let round = 0; round < rounds; round++) {
    const filters = one.filters();
    const filter = { ...tenant.owned, ...mongoFilterOf(filters) } as Record<string, never>;
    const page = one.page ? one.page(await devices.countDocuments(filter)) : 1;
    const [rows, total] = await timed(times.bare, () =>
      Promise.all([
        devices
          .find(filter, { projection: hidden })
          .sort({ _id: 1 })
          .skip((page - 1) * 50)
          .limit(50)
          .toArray(),
        devices.countDocuments(filter),
      ]),
    );
    const answer = await timed(times.service, () => search(tenant, filters, `page=${page}`));
    // A device may cross the month of `status` between both.
    if (Math.abs(answer.total - total) > 20 || answer.data.length !== rows.length)
      throw new Error(`${one.name}: ${answer.total} ${answer.data.length}, the driver says ${total} ${rows.length}`);
    times.total = total;
  }
  return times;
}

const head = ['filter', 'companies', 'total', 'median ms', 'p95 ms', 'bare median', 'bare p95', 'ratio p95', ''];

function rowOf(name: string, tenant: string, { service, bare, total }: Times): (string | number)[] {
  const p95 = quantile(service, 0.95);
  const bareP95 = quantile(bare, 0.95);
  const figures = [quantile(service, 0.5), p95, quantile(bare, 0.5), bareP95, p95 / bareP95];
  return [name, tenant, total, ...figures.map((figure) => figure.toFixed(1)), p95 < 50 ? '' : 'over 50 ms'];
}

const walked = ['no filter', 'system_name', 'emulator false', 'apps.tags, frequent', 'brand', 'apps.tags, rare'];

const walksOf = (cases: Case[], tenants: Tenant[]) =>
  tenants.flatMap((tenant) =>
    cases
      .filter(({ name }) => walked.includes(name))
      .map(({ name, filters }) => ({
        name: `${name}, ${tenant.name}`,
        filters: filters(),
        search: (asked: DeviceFilters, query: string) => search(tenant, asked, query),
      })),
  );

async function measureAll(engines: Engines): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'herald-bench-'));
  const server = await connectDatabase(engines.mongoUrl);
  const database = server.database(`${NAMESPACE}_index`);
  const { url, stop } = await startIndex(dataDir, engines);
  try {
    const made = population(7);
    await fill(database, made);
    const sample = await database.collection<{ core_id: string; imei: string }>('devices').find().limit(1000).toArray();
    const token = (companies: '*' | string[]) =>
      signToken(secret, { subject: 'bench', companies, scope: '*', seconds: 3_600 });
    const tenants: Tenant[] = [
      { name: 'all', url, token: token('*'), owned: {} },
      { name: 'one of 4', url, token: token(['1']), owned: { company_id: '1' } },
    ];
    const rows: (string | number)[][] = [];
    for (const tenant of rounds > 0 ? tenants : [])
      for (const one of casesOf(made, sample))
        rows.push(rowOf(one.name, tenant.name, await measure(database, one, tenant)));
    console.log(table(head, rows));
    console.log(`\n${await walkTable(walksOf(casesOf(made, sample), tenants))}`);
  } finally {
    await stop();
    if (!process.env.NAMESPACE) await database.dropDatabase();
    await server.close();
    agent.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}

void runOnEngines(measureAll);
