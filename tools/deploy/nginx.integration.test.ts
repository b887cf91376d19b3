import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { signToken } from '@herald/auth';
import { failureBody, type ServiceName } from '@herald/contracts';
import { consolePageHeaders } from '@herald/service';
import { spanSink, type SpanSink } from '@herald/span-sink';
import { eventually, freePort } from '@herald/testing';
import { logLineOf, loggedBy, startGateway, type Gateway } from './gateway';
import { sharedFolder, tokenSecret } from './processes';
import { separateServices, type Separate } from './separate-services';

/** Services as programs of their own, in production, behind the nginx configuration that is shipped. */
type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

const names: ServiceName[] = [
  ...(['company', 'identification', 'index', 'chronos', 'audit'] as const),
  ...(['message-persistance', 'campaigns'] as const),
];
const namespace = `t${randomBytes(6).toString('hex')}`;
const token = signToken(tokenSecret, { subject: 'tester', companies: '*', scope: '*', seconds: 900 });
const oidc = { issuer: 'https://login.example.com/herald', client_id: 'console', scope: 'openid', resource: '' };
const gatewayEnv = { OIDC_ISSUER: oidc.issuer, OIDC_CLIENT_ID: oidc.client_id, OIDC_SCOPE: oidc.scope };
const bundle = { bundle_id: 'com.acme.wallet', version: '1.0.0' };
let folder: string;
let separate: Separate;
let gateway: Gateway;
let company: number;
let sink: SpanSink;

beforeAll(async () => {
  folder = sharedFolder('services');
  sink = await spanSink();
  const settings = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_TRACES_SAMPLER: 'parentbased_always_on' });
  separate = await separateServices(names, namespace, folder, settings);
  for (const name of names) await separate.start(name);
  gateway = await startGateway(await freePort(), separate.portOf, gatewayEnv);
});

afterAll(async () => {
  await gateway?.running.end();
  await separate?.stop();
  await sink?.stop();
  for (const one of [folder, gateway?.folder]) if (one) rmSync(one, { recursive: true, force: true });
});

async function call(methodAndPath: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const [method, path] = methodAndPath.split(' ') as [string, string];
  const isForm = body instanceof FormData;
  const sent: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
  };
  const answer = await fetch(gateway.url + path, sent);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

/** The status of a request whose path goes out as it is written; `fetch` would tidy it. */
function statusOf(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url);
    const sent = request({ hostname, port, path, headers: { authorization: `Bearer ${token}` } }, (answer) =>
      resolve(answer.resume().statusCode),
    );
    sent.once('error', reject).end();
  });
}

const register = (core_id: string) =>
  call('POST /identification/api/v1/device', {
    core_id,
    core_id_type: 'gsf',
    company_id: company,
    characteristics: { brand: 'Acme', model: 'One', system_name: 'android', system_version: '33', emulator: 'false' },
    app: bundle,
  });
const indexed = async (core_id: string) => (await call(`GET /index/v1/device/${core_id}`)).status === 200;

it('creates a company and its app, and finds a device within two seconds of its registration', async () => {
  const created = await call('POST /company/api/v2/company', { name: 'Acme', identified_by: 'email' });
  expect(created.status).toBe(201);
  company = (created.body.company as { id: number }).id;
  const app = { company_id: company, flavor_id: bundle.bundle_id, bundle_id: bundle.bundle_id, os: 'android' };
  const withApp = await call('POST /company/api/v2/app', { ...app, name: 'Wallet', capabilities: [] });
  expect(withApp.status).toBe(201);
  expect((await register('first')).status).toBe(201);
  await eventually(() => indexed('first'), 2_000);
});

it('passes the events of a stream on as they come, and a download', async () => {
  const made = await call('POST /message-persistance/api/v1/factory', {
    ...{ notification_version: 'core_notifications_v1', notification_type: 'notification', company_id: company },
    data: { title: 'Hello', message: 'Ready', media_url: 'https://cdn.example.com/a.png', action_color: '#00AA55' },
    values: [],
  });
  const started = await call('POST /campaigns/api/v1/campaign', {
    ...{
      message_id: (made.body.data as { uuid: string }).uuid,
      application_name: bundle.bundle_id,
      company_id: company,
    },
    notifications: [{ core_id: 'first', variables: {} }],
  });
  const { uuid } = started.body.data as { uuid: string };
  const authorization = `Bearer ${token}`;
  const closed = new AbortController();
  const stream = await fetch(`${gateway.url}/campaigns/api/v1/live?campaigns=${uuid}`, {
    headers: { authorization },
    signal: closed.signal,
  });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain('"terminated":false');
  await call(`PATCH /campaigns/api/v1/campaign/${uuid}`, { terminated: true });
  let seen = '';
  while (!seen.includes('"terminated":true')) seen += (await reader.read()).value;
  closed.abort();
  const csv = await fetch(`${gateway.url}/campaigns/api/v1/campaign/${uuid}/notification.csv`, {
    headers: { authorization },
  });
  expect((await csv.text()).split('\r\n')[1]).toBe('first,pending,,,');
});

it('passes request id and trace on, and gives the id back once; without a sane one it makes a new one', async () => {
  const path = `GET /company/api/v2/company/${company}`;
  const named = await call(path, undefined, { 'x-request-id': 'trace-1' });
  expect([named.status, named.headers.get('x-request-id')]).toEqual([200, 'trace-1']);
  expect(await logLineOf(gateway, 'trace-1')).toMatchObject({ service: 'company', status: 200 });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
  await call(path, undefined, { traceparent });
  // The flag says no; a caller outside does not decide.
  const span = await eventually(() => sink.spans.find(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331'));
  expect(span).toMatchObject({ service: 'company', traceId: '0af7651916cd43dd8448eb211c80319c' });
  const unsound = await call(path, undefined, { 'x-request-id': 'two words' });
  expect(unsound.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  const ofItsOwn = await call('GET /nothing', undefined, { 'x-request-id': 'trace-2' });
  expect(ofItsOwn.headers.get('x-request-id')).toBe('trace-2');
});

it('answers an unknown prefix with a 404 in family A, and says nothing of its version', async () => {
  for (const path of ['/', '/nothing/here', '/companyx/api', '/docs/package.json']) {
    const { status, body, headers } = await call(`GET ${path}`);
    expect([status, body]).toEqual([404, { code: 404, resource: 'Route', message: 'Not found' }]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('server')).toBe('nginx');
  }
});

it('shows no metrics, health or development pages of services', async () => {
  const paths = ['/metrics', '/health/live', '/health', '/_dev/mail/messages', '//metrics', '/%6detrics', '/metrics/'];
  const around = ['/company/../metrics', '/company/%2e%2e/metrics', '/company/..%2fmetrics', '/metrics?/company/'];
  for (const path of [...paths, ...around]) expect([path, await statusOf(path)]).toEqual([path, 404]);
  for (const path of ['/company/metrics', '/company/health/ready', '/metrics/../company/', '/company//metrics'])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
});

it('is ready itself, and serves the document of all services and its page', async () => {
  expect((await call('GET /health/ready')).body).toEqual({ status: 'ready' });
  const { body } = await call('GET /openapi.json');
  expect(Object.keys(body.paths as object)).toEqual(
    expect.arrayContaining(['/company/api/v2/company', '/chronos/v1/file_registers']),
  );
  const page = await fetch(`${gateway.url}/docs`);
  const served = await fetch(`http://127.0.0.1:${separate.portOf('company')}/docs`);
  expect(await page.text()).toBe(await served.text());
  for (const name of ['content-security-policy', 'content-type', 'x-content-type-options'])
    expect([name, page.headers.get(name)]).toEqual([name, served.headers.get(name)]);
  const script = await fetch(`${gateway.url}/docs/swagger-ui-bundle.js`);
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
});

it('serves the console as the platform does', async () => {
  const page = await fetch(`${gateway.url}/console/campaigns/any`);
  expect(page.status).toBe(200);
  for (const [name, value] of Object.entries(consolePageHeaders({ oidc })))
    expect([name, page.headers.get(name)]).toEqual([name, value]);
  const [, asset] = /src="(\/console\/assets\/[^"]+)"/.exec(await page.text())!;
  const script = await fetch(gateway.url + asset!);
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await fetch(`${gateway.url}/console/assets/other.js`)).status).toBe(404);
  expect(await (await fetch(`${gateway.url}/console/settings.json`)).json()).toEqual({ oidc });
  const { status, headers } = await fetch(`${gateway.url}/console`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([301, '/console/']);
});

it('answers what it refuses itself in the envelope of the path', async () => {
  const large = 'x'.repeat(33 * 1024 * 1024);
  const refused = await call('POST /identification/api/v1/device', large);
  const failure = { code: 413, resource: 'Route', message: 'Payload too large' };
  expect([refused.status, refused.body]).toEqual([413, failureBody('B', failure)]);
  const posted = await call('POST /docs', {});
  expect([posted.status, posted.body]).toEqual([405, { code: 405, resource: 'Route', message: 'Method not allowed' }]);
});

it('streams an upload of 20 MB through, and back again byte for byte', async () => {
  const content = randomBytes(20 * 1024 * 1024);
  const form = new FormData();
  form.set('company_id', String(company));
  form.set('file', new Blob([content]), 'letter.bin');
  const stored = await call('POST /chronos/v1/file_registers', form);
  expect(stored.status).toBe(201);
  const { uuid } = stored.body.data as { uuid: string };
  const address = `${gateway.url}/chronos/v1/file_registers/${uuid}/content`;
  const back = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true);
});

it('answers 503 with Retry-After for a service that is stopped, and finds it again once it is back', async () => {
  expect(await separate.end('audit')).toBe(0);
  const failure = { code: 503, resource: 'Route', message: 'Service unavailable' };
  const stopped = await call('POST /audit/api/v1/audit/search', {});
  expect([stopped.status, stopped.body]).toEqual([503, failureBody('B', failure)]);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(stopped.headers.get('x-request-id')).toBeTruthy();
  for (const [path, family] of [
    ['/channels/api/v1/channel', 'A'],
    ['/notifications/v2/device', 'C'],
  ] as const) {
    const absent = await call(`GET ${path}`);
    expect([absent.status, absent.body]).toEqual([503, failureBody(family, failure)]);
  }
  await separate.start('audit');
  expect((await call('GET /audit/nothing')).status).toBe(404);
});

it('stops a service soon, though the gateway keeps its connections busy', async () => {
  let stopping = false;
  const statuses = new Set<number>();
  const caller = async () => {
    while (!stopping) statuses.add((await call(`GET /company/api/v2/company/${company}`)).status);
  };
  const callers = Array.from({ length: 8 }, caller);
  await eventually(() => statuses.has(200));
  const began = Date.now();
  expect(await separate.end('company')).toBe(0);
  expect(Date.now() - began).toBeLessThan(5_000);
  await eventually(() => statuses.has(503));
  stopping = true;
  await Promise.all(callers);
  expect([...statuses].sort()).toEqual([200, 503]);
  await separate.start('company');
});

it('loses no device while the index is killed and comes back', async () => {
  const ids = Array.from({ length: 200 }, (_, at) => `killed-${at}`);
  const registering = (async () => {
    for (let at = 0; at < ids.length; at += 5) {
      const answers = await Promise.all(ids.slice(at, at + 5).map(register));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    }
  })();
  await eventually(() => indexed(ids[20]!));
  await separate.end('index', 'SIGKILL');
  expect((await call(`GET /index/v1/device/${ids[20]}`)).status).toBe(503);
  await registering;
  await separate.start('index');
  const missing = await eventually(async () => {
    const found = await Promise.all(ids.map(indexed));
    return found.every(Boolean) && 'none';
  });
  expect(missing).toBe('none');
});

it('logs neither what stands in a path nor tokens', () => {
  const log = gateway.running.output();
  expect(loggedBy(gateway).length).toBeGreaterThan(200);
  for (const text of ['killed-', 'file_registers', token, 'Bearer']) expect(log).not.toContain(text);
});
