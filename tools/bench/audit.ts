/**
 * Audit on the database at MONGO_URL: 1,000 records in one POST, and searches over a million records.
 * `npm run bench:audit [-- --records 1000000]`.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { service } from '@herald/app-audit';
import { startForTest } from '@herald/testing';
import { quantiles, table } from './figures';

const { values } = parseArgs({ options: { records: { type: 'string', default: '1000000' } } });
const wanted = Number(values.records);
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

async function main(): Promise<void> {
  process.env.MONGO_URL ??= 'mongodb://127.0.0.1:27117';
  if (!process.env.AMQP_URL) throw new Error('AMQP_URL must name a broker');
  const herald = await startForTest(service, {}, { checkAnswers: false });
  try {
    const post = async () => {
      const body = Array.from({ length: 1_000 }, record);
      const started = performance.now();
      const { status } = await herald.as()('POST /audit/api/v1/audit', { body });
      if (status !== 201) throw new Error(`POST answered ${status}`);
      return performance.now() - started;
    };
    const times: number[] = [];
    for (let count = 0; count < wanted; count += 1_000) times.push(await post());
    console.log(`${wanted} records stored on ${process.env.MONGO_URL}`);
    const rows: (string | number)[][] = [
      ['POST of 1,000, the first 50', ...quantiles(times.slice(0, 50))],
      ['POST of 1,000, the last 50', ...quantiles(times.slice(-50))],
    ];
    await new Promise((resolve) => setTimeout(resolve, Number(process.env.SETTLE_MS ?? 31_000)));
    for (const [who, as] of [
      ['one company', herald.as({ companies: [3] })],
      ['all companies', herald.as()],
    ] as const)
      for (const [name, body, query] of searches) {
        const took: number[] = [];
        for (let n = 0; n < 40; n++) {
          const started = performance.now();
          const answer = await as('POST /audit/api/v1/audit/search', { body: body(), query: query as never });
          if (answer.status !== 200) throw new Error(`search answered ${answer.status}`);
          took.push(performance.now() - started);
        }
        rows.push([`${name}, ${who}`, ...quantiles(took)]);
      }
    console.log(table(['', 'median ms', 'p95 ms', 'max ms'], rows));
  } finally {
    await herald.stop();
  }
}

main().catch((error: Error) => {
  console.error(`bench: ${error.message}`);
  process.exit(1);
});
