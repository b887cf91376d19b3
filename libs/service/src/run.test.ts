import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineService } from './define-service';
import { run } from './run';

const secret = 'a secret for tests that is long enough';
const service = defineService({ name: 'channels', summary: 'Nothing', routes: {}, deps: () => ({}) });

it('is not ready from the signal on, serves for DRAIN_SECONDS, and exits once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'herald-'));
  const { MONGO_URL, AMQP_URL } = process.env;
  const NAMESPACE = `t${randomBytes(6).toString('hex')}`;
  const settings = { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', NAMESPACE, MONGO_URL, AMQP_URL };
  const env = { ...settings, DATA_DIR: dataDir, AUTH_JWT_SECRET: secret, DRAIN_SECONDS: '3' };
  const signals = new Map<string, () => void>();
  const codes: unknown[] = [];
  let onExit = () => {};
  const exited = new Promise<void>((resolve) => (onExit = resolve));
  let url = '';
  const host = {
    argv: ['node', 'main.js'],
    env,
    exit: (code: unknown) => void (codes.push(code), onExit()),
    on: (event: string, listener: () => void) => signals.set(event, listener),
  };
  await run([service], host as never, { onStarted: async (started) => void (url = started.url) });
  const statusOf = async (path: string) => (await fetch(url + path)).status;
  expect(await statusOf('/health/ready')).toBe(200);

  const signalledAt = performance.now();
  signals.get('SIGTERM')!();
  const answer = await fetch(`${url}/health/ready`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'keep-alive']);
  expect(await answer.json()).toMatchObject({ status: 'not ready', checks: { serving: false, database: true } });
  signals.get('SIGTERM')!();
  expect(await statusOf('/health/live')).toBe(200);
  expect(codes).toEqual([]);

  await exited;
  expect(performance.now() - signalledAt).toBeGreaterThan(2_900);
  await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed');
  expect(codes).toEqual([0]);
  await rm(dataDir, { recursive: true, force: true });
});
