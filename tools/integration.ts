/**
 * Runs the integration tests, and all suites that ask an engine, on a real RabbitMQ and, where SECOND_MONGO_URL names
 * one, on a database that is not ours. Starts RabbitMQ unless RABBITMQ_URL names one. Arguments go to jest.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@herald/testing/free-port';
import { runSuites } from './suites';

/** Starts three brokers of its own, which ask for a machine of their own: `npm run test:cluster`. */
const cluster = 'tools/broker-cluster';

/**
 * Suites that ask no engine, or none anything that one could answer in another way, or that start stand-ins of their
 * own whatever the environment says: `npm test` runs them. So it does with plans for a few records, which an engine
 * that weighs costs reads without an index.
 */
const withoutEngines = [
  'apps/notifications/src/providers/',
  'apps/platform/src/(console|documented-examples|first-start|flood|hostile-input|quick-check|(retention-)?indexes)',
  'apps/sapien/src/(readers/|real-cards)',
  'libs/(auth|card-reader|client|concurrency|contracts|device-query)/',
  'libs/(http|http2-client|metrics|push-message|storage|tracing)/',
  'libs/standins/(?!.*differential)',
  'tools/(client-sdk|specimens/|suites)',
];

const rabbitmq = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'tools/rabbitmq.ts', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function main(): Promise<number> {
  const { SECOND_MONGO_URL, RABBITMQ_URL } = process.env;
  const dir = mkdtempSync(join(tmpdir(), 'herald-rabbitmq-'));
  const started = RABBITMQ_URL ? undefined : rabbitmq('start', dir, String(await freePort()));
  if (started && started.status !== 0) return 1;
  const amqp = RABBITMQ_URL ?? started!.stdout.trim();
  if (!SECOND_MONGO_URL) console.error('SECOND_MONGO_URL is not set: the suite runs on the stand-in for the database.');
  const env = {
    ...process.env,
    INTEGRATION: '1',
    RABBITMQ_URL: amqp,
    AMQP_URL: amqp,
    ...(SECOND_MONGO_URL ? { MONGO_URL: SECOND_MONGO_URL } : {}),
  };
  const asked = process.argv.slice(2);
  const left = [
    ...withoutEngines,
    ...(asked.includes(cluster) ? [] : [cluster]),
    ...(SECOND_MONGO_URL ? [] : ['mongo/differential']),
    '/node_modules/',
    '/dist/',
  ];
  const status = runSuites([...asked, '--testPathIgnorePatterns', ...left], env);
  if (started) rabbitmq('stop', dir);
  rmSync(dir, { recursive: true, force: true });
  return status;
}

void main().then(process.exit);
