import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startForTest, type Tested } from '@herald/testing';
import { allServices } from './services';

const root = join(__dirname, '../../..');
let herald: Tested;
beforeAll(async () => (herald = await startForTest(allServices)));
afterAll(() => herald?.stop());

it('is live and ready, and says what it checked', async () => {
  expect((await herald.raw('GET /health/live')).body).toEqual({ status: 'live' });
  const ready = await herald.raw('GET /health/ready');
  expect(ready.status).toBe(200);
  expect(ready.body).toMatchObject({ status: 'ready', checks: { database: true, broker: true } });
});

it('describes all services in one document that two public linters accept', async () => {
  const { body } = await herald.raw('GET /openapi.json');
  expect(body.openapi).toBe('3.1.0');
  const paths = allServices.flatMap(({ routes }) => routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')));
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(paths));
  const input = JSON.stringify(body);
  const checked = spawnSync(process.execPath, ['--import', 'tsx', 'tools/lint-openapi.ts'], {
    cwd: root,
    input,
    encoding: 'utf8',
  });
  expect([checked.status, checked.stderr]).toEqual([0, '']);
});

it('serves its documentation page without the world outside', async () => {
  const page = await herald.raw('GET /docs');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  const parts = [...(page.body as string).matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) {
    expect(part).toMatch(/^\/docs\//);
    expect((await herald.raw(`GET ${part}`)).status).toBe(200);
  }
  expect((await herald.raw('GET /docs/../package.json')).status).toBe(404);
  expect((await herald.raw('GET /docs/package.json')).status).toBe(404);
});

it('counts requests by route and status, never by what stands in the path', async () => {
  await herald.as()('GET /index/v1/device/phone-in-path');
  const { body } = await herald.raw('GET /metrics');
  expect(body).toMatch(/http_request_duration_seconds_count\{.*route="\/index\/v1\/device\/:core_id",status="404"\} 1/);
  expect(body).toMatch(/mongo_command_duration_seconds_count\{database="\w+",command="find"/);
  expect(body).not.toContain('phone-in-path');
});

it('gives each answer a request id: the caller’s when it is sane', async () => {
  const id = async (sent?: string) =>
    (await herald.raw('GET /health/live', { headers: sent ? { 'x-request-id': sent } : {} })).headers.get(
      'x-request-id',
    );
  expect(await id('trace-1')).toBe('trace-1');
  expect(await id('two words')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await id()).not.toBe(await id());
});

it('shows a browser what this is and where to go, and any other client the 404 of the house', async () => {
  const page = await herald.raw('GET /', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const targets = [...(page.body as string).matchAll(/href="([^"]+)"/g)].map((match) => match[1]!);
  expect(targets).toEqual(['/docs', '/openapi.json', '/health/ready']);
  for (const target of targets) expect((await herald.raw(`GET ${target}`)).status).toBe(200);
  for (const accept of ['application/json', '*/*', 'text/htmlx'])
    expect((await herald.raw('GET /', { headers: { accept } })).body).toMatchObject({ code: 404, resource: 'Route' });
});

it.each(['constructor', 'toString', '__proto__'])(
  'answers a request whose target is the bare word %s',
  async (target) => {
    const { hostname, port } = new URL(herald.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 40[04] /);
    socket.destroy();
  },
);

it('answers unknown paths in the envelope of family A', async () => {
  const { status, body } = await herald.raw('GET /nothing/here');
  expect([status, body]).toEqual([404, { code: 404, resource: 'Route', message: 'Not found' }]);
});

it('refuses headers that are too long, and lists of stand-ins that do not run here', async () => {
  expect((await herald.raw('GET /health/live', { headers: { 'x-long': 'x'.repeat(20_000) } })).status).toBe(431);
  expect((await herald.raw('GET /_dev/mail/messages')).status).toBe(404);
});
