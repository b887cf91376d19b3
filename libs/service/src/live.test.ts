import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineService } from './define-service';
import { start } from './start';

const secret = 'a secret for tests that is long enough';
type Seen = { linkSecret: string; publicUrl: () => string };

async function startWith(settings: Record<string, string>, seen: string[], given: Seen[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'herald-'));
  const service = defineService<Seen>({
    name: 'sapien',
    summary: 'x',
    routes: {},
    deps: ({ linkSecret, publicUrl }) => ({ linkSecret, publicUrl }),
    live: (deps) => {
      given.push(deps);
      seen.push(`live at ${deps.publicUrl()}`);
      return async () => void seen.push('ended');
    },
  });
  const { MONGO_URL, AMQP_URL } = process.env;
  const keys = { AUTH_JWT_SECRET: secret, SERVICE_JWT_SECRET: `${secret}, for services` };
  const places = { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: dataDir, MONGO_URL, AMQP_URL };
  const NAMESPACE = `t${randomBytes(6).toString('hex')}`;
  const started = await start([service], { ...keys, ...places, NAMESPACE, ...settings });
  const stop = () => started.stop().then(() => rm(dataDir, { recursive: true, force: true }));
  return { url: started.url, stop };
}

it('starts background work when a service is live, and ends it at the stop', async () => {
  const seen: string[] = [];
  const { url, stop } = await startWith({}, seen, []);
  expect(seen).toEqual([`live at ${url}`]);
  await stop();
  expect(seen).toEqual([`live at ${url}`, 'ended']);
});

it('builds links with the public URL, and a secret of the service', async () => {
  const given: Seen[] = [];
  const { stop } = await startWith({ PUBLIC_URL: 'https://herald.example/' }, [], given);
  await stop();
  expect(given[0]!.publicUrl()).toBe('https://herald.example');
  expect(given[0]!.linkSecret).toMatch(/^[0-9a-f]{64}$/);
});
