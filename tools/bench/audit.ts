/**
 * Audit: 1,000 records in one POST beside the same records by the bare driver, and searches, the first of each kind
 * apart, because it counts all matches. `npm run bench:audit [-- --records 1000000]`: by default a million at
 * MONGO_URL, and 100,000 on the stand-in.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { service } from '@herald/app-audit';
import { startForTest, type Request, type Tested } from '@herald/testing';
import { quantiles, table } from './figures';
import { runOnEngines } from './run';

const { values } = parseArgs({ options: { records: { type: 'string' } } });
const wanted = Number(values.records ?? (process.env.MONGO_URL ? 1_000_000 : 100_000));
/** Longer than the service takes blocks for recent ones, which it counts at every search. */
const settleMs = Number(process.env.SETTLE_MS ?? 61_000);
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const coreIds = Array.from({ length: 50_000 }, () => randomUUID());

function record() {
  return {
    company_id: 1 + Math.floor(Math.random() * 20),
    application: `app-${Math.floor(Math.random() ** 2 * 50)}`,
    audit_slug: `slug-${Math.floor(Math.random() * 200)}`,
    created_at: new Date(Date.now() - Math.random() * 90 * 86_400_000).toISOString(),
    platform: pick(['android', 'ios', 'web']),
    type_audit: pick(['login', 'payment', 'transfer', 'view', 'error']),
    source: {
      app_name: 'Wallet',
      bundle_id: `com.acme.app${Math.floor(Math.random() * 50)}`,
      connection_type: pick(['wifi', '4g', '5g']),
      device_name: `model-${Math.floor(Math.random() * 300)}`,
      imsi: String(7e14 + Math.floor(Math.random() * 1e9)),
      os: pick(['android', 'ios']),
      os_version: String(8 + Math.floor(Math.random() * 8)),
      core_id: pick(coreIds),
      sdk_version: { sdk_audit: '1.2.3' },
    },
    transaction: {
      method: pick(['GET', 'POST']),
      operation: `op-${Math.floor(Math.random() * 30)}`,
      result: pick(['ok', 'ok', 'ok', 'failed']),
    },
  };
}

const searches: [string, () => object, object?][] = [
  ['source.core_id', () => ({ 'source.core_id': pick(coreIds) })],
  ['audit_slug', () => ({ audit_slug: `slug-${Math.floor(Math.random() * 200)}` })],
  ['application', () => ({ application: `app-${Math.floor(Math.random() * 50)}` })],
  ['source.os (half of all)', () => ({ 'source.os': pick(['android', 'ios']) })],
  ['type_audit and result', () => ({ type_audit: pick(['login', 'payment', 'view']), 'transaction.result': 'failed' })],
  ['application and core_id', () => ({ application: 'app-1', 'source.core_id': pick(coreIds) })],
  [
    'created_at (a day)',
    () => ({ created_at: new Date(Date.now() - Math.random() * 80 * 86_400_000).toISOString().slice(0, 10) }),
  ],
  ['nothing', () => ({})],
  ['source.os, page 20', () => ({ 'source.os': 'ios' }), { page: 20 }],
];

type Row = (string | number)[];

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function post(herald: Tested, records: object[]): Promise<number> {
  const request = herald.as();
  const body = JSON.stringify(records);
  return timed(async () => {
    const { status } = await request('POST /audit/api/v1/audit', { body });
    if (status !== 201) throw new Error(`POST answered ${status}`);
  });
}

/** Fills the service; the last 50 requests alternate with the yardstick, the bare driver without any index. */
async function measureAppending(herald: Tested): Promise<Row[]> {
  const bare = herald.database('audit').collection('bare_records');
  const appended: number[] = [];
  const inserted: number[] = [];
  for (let count = 0; count < wanted; count += 1_000) {
    const records = Array.from({ length: 1_000 }, record);
    appended.push(await post(herald, records));
    if (count < wanted - 50_000) continue;
    inserted.push(await timed(async () => bare.insertMany(records, { ordered: false })));
  }
  return [
    ['POST of 1,000, the first 50', '', ...quantiles(appended.slice(0, 50))],
    ['POST of 1,000, the last 50', '', ...quantiles(appended.slice(-50))],
    ['bare insertMany of 1,000, no index', '', ...quantiles(inserted)],
  ];
}

async function measureSearch(as: Request, body: () => object, query?: object): Promise<Row> {
  const took: number[] = [];
  for (let n = 0; n < 40; n++)
    took.push(
      await timed(async () => {
        const { status } = await as('POST /audit/api/v1/audit/search', { body: body(), query: query as never });
        if (status !== 200) throw new Error(`search answered ${status}`);
      }),
    );
  return [Math.round(took[0]! * 10) / 10, ...quantiles(took)];
}

async function measure(herald: Tested): Promise<void> {
  const rows = await measureAppending(herald);
  console.log(`${wanted} records stored`);
  await sleep(settleMs);
  for (const [who, as] of [
    ['one company', herald.as({ companies: [3] })],
    ['all companies', herald.as()],
  ] as const)
    for (const [name, body, query] of searches)
      rows.push([`${name}, ${who}`, ...(await measureSearch(as, body, query))]);
  const bare = herald.database('audit').collection('bare_records');
  const newest: number[] = [];
  for (let n = 0; n < 40; n++) newest.push(await timed(() => bare.find().sort({ _id: -1 }).limit(20).toArray()));
  rows.push(['bare find of the newest 20', '', ...quantiles(newest)]);
  console.log(table(['', 'first ms', 'median ms', 'p95 ms', 'max ms'], rows));
}

void runOnEngines(async ({ mongoUrl, amqpUrl }) => {
  const herald = await startForTest(service, { MONGO_URL: mongoUrl, AMQP_URL: amqpUrl }, { checkAnswers: false });
  await measure(herald).finally(() => herald.stop());
});
