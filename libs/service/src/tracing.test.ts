import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signToken } from '@herald/auth';
import type { CallService } from '@herald/client';
import { message, object, string } from '@herald/contracts';
import { proxyOf } from '@herald/fault-proxy';
import { created, ok, route, HttpError } from '@herald/http';
import { consumer } from '@herald/messaging';
import { spanSink, type ReceivedSpan, type SpanSink } from '@herald/span-sink';
import { startAmqp } from '@herald/standin-amqp';
import { startTrace } from '@herald/tracing';
import { defineService, type Emit, type Job } from './define-service';
import { createLogger } from './logger';
import type { HouseSettings } from './settings';
import { start, type Started } from './start';
import { openTracing } from './tracing';

/** Two services in one process, which call each other over HTTP and by messages as in separate ones. */
const secret = 'a secret for tests that is long enough';
const noted = message('noted', { word: string() }, { personal: [], impersonal: ['word'] });
const split = message('split', { word: string() }, { personal: [], impersonal: ['word'] });
type Deps = { emit: Emit; call: CallService; failures: number; job: (deps: Deps) => Promise<void> };

const note = route('POST /channels/note/:word', {
  summary: 'Check a word elsewhere and publish it',
  scope: 'channels:write',
  resource: 'Word',
  returns: created(object({ word: string() })),
  errors: {},
  async handle({ params }, { call, emit }: Deps) {
    if (params.word === 'fail') throw new HttpError(503);
    await call(`/company/check/${params.word}`, { query: { secret: params.word } });
    await emit(noted, params);
    return params;
  },
});
const check = route('GET /company/check/:word', {
  summary: 'Check a word',
  scope: 'company:read',
  resource: 'Word',
  query: object({ secret: string() }),
  returns: ok(string()),
  errors: {},
  handle: async ({ params }) => params.word,
});

const tick: Job<Deps> = { name: 'tick', everySeconds: 0.05, run: (deps) => deps.job(deps) };
const channels = (deps: Partial<Deps>) =>
  defineService<Deps>({
    name: 'channels',
    summary: 'Words',
    calls: ['company'],
    routes: { note },
    jobs: [tick],
    deps: ({ emit, call }) => ({ emit, call: call('company'), failures: 0, job: async () => {}, ...deps }),
  });
const company = defineService<Deps>({
  name: 'company',
  summary: 'Checks',
  routes: { check },
  consumers: [
    consumer({
      name: 'on-noted',
      on: noted,
      async handle(data, deps: Deps) {
        if (data.word === 'retry' && deps.failures++ === 0) throw new Error('Not now');
        await deps.emit(split, data);
      },
    }),
    consumer({ name: 'on-split', on: split, startsTrace: true, handle: async () => {} }),
  ],
  deps: ({ emit, call }) => ({ emit, call: call('company'), failures: 0, job: async () => {} }),
});

let sink: SpanSink;
let dataDir: string;
let started: Started;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'herald-'));
  sink = await spanSink();
});
afterEach(async () => {
  await started?.stop();
  await sink.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(settings: Record<string, string> = {}, deps: Partial<Deps> = {}): Promise<void> {
  const { MONGO_URL, AMQP_URL, SMTP_URL } = process.env;
  started = await start([channels(deps), company], {
    ...{ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', AUTH_JWT_SECRET: secret, DATA_DIR: dataDir },
    ...{ MONGO_URL, AMQP_URL, SMTP_URL, NAMESPACE: `t${randomBytes(6).toString('hex')}` },
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
    ...settings,
  });
}

async function send(word: string, headers: Record<string, string> = {}): Promise<number> {
  const token = signToken(secret, { subject: 'tester', companies: '*', scope: '*', seconds: 600 });
  const sent = { authorization: `Bearer ${token}`, ...headers };
  return (await fetch(`${started.url}/channels/note/${word}?q=1`, { method: 'POST', headers: sent })).status;
}

/** Spans arrive some seconds after their end. */
async function span(name: string | RegExp, count = 1): Promise<ReceivedSpan> {
  const matches = () =>
    sink.spans.filter((one) => (typeof name === 'string' ? one.name === name : name.test(one.name)));
  for (const end = Date.now() + 60_000; matches().length < count; await new Promise((done) => setTimeout(done, 50)))
    if (Date.now() > end) throw new Error(`No ${name} among ${sink.spans.map((one) => one.name).join(', ')}`);
  return matches()[count - 1]!;
}

const routeName = 'POST /channels/note/:word';

it('joins a request from outside, the call to another service and its messages in one trace', async () => {
  await open();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
  expect(await send('hello', { traceparent, tracestate: 'vendor=1', 'x-forwarded-for': '203.0.113.7' })).toBe(201);
  const request = await span(routeName);
  const call = await span('GET company');
  const inner = await span('GET /company/check/:word');
  const publish = await span('publish noted');
  const handle = await span(/^process .*\.company\.on-noted$/);
  const next = await span('publish split');
  const part = await span(/^process .*on-split$/);
  expect(request).toMatchObject({ service: 'channels', parentSpanId: 'b7ad6b7169203331', isFailed: false });
  expect(request.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/channels/note/:word',
    'http.response.status_code': 201,
  });
  expect(call).toMatchObject({ service: 'channels', parentSpanId: request.spanId });
  expect(inner).toMatchObject({ service: 'company', parentSpanId: call.spanId });
  expect(publish).toMatchObject({ service: 'channels', parentSpanId: request.spanId });
  expect(handle).toMatchObject({ service: 'company', parentSpanId: publish.spanId });
  expect(next).toMatchObject({ service: 'company', parentSpanId: handle.spanId });
  const traces = [request, call, inner, publish, handle, next].map(({ traceId }) => traceId);
  expect(new Set(traces)).toEqual(new Set(['0af7651916cd43dd8448eb211c80319c']));
  expect(part.links).toEqual([next.spanId]);
  expect(traces).not.toContain(part.traceId);
  expect(JSON.stringify(sink.spans)).not.toMatch(/hello|secret|203\.0\.113\.7|tester/);
});

it('marks a request that fails, and names what a caller outside cannot decide', async () => {
  await open({ OTEL_TRACES_SAMPLER: 'parentbased_always_off', OTEL_SERVICE_NAME: 'herald-test' });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  expect(await send('hello', { traceparent, 'x-forwarded-for': '203.0.113.7' })).toBe(201);
  expect(await send('fail', { traceparent })).toBe(503);
  const failed = await span(routeName);
  expect(failed).toMatchObject({ service: 'herald-test', isFailed: true });
  expect(failed.attributes).toMatchObject({ 'http.response.status_code': 503, 'error.type': '503' });
  expect(sink.spans.map(({ traceId }) => traceId)).toEqual(sink.spans.map(() => failed.traceId));
});

it('names the trace in log lines', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const tracing = await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url } as HouseSettings, '1', () => {});
  await startTrace(tracing.tracingOf('channels'), { name: 'work' }, async () => log.info('within'));
  log.info('outside');
  await tracing.stop();
  const [within, outside] = lines.map((line) => JSON.parse(line) as { trace_id?: string });
  expect([within!.trace_id, outside!.trace_id]).toEqual([(await span('work')).traceId, undefined]);
});

it('keeps the trace of a message that is retried', async () => {
  await open();
  await send('retry');
  const publish = await span('publish noted');
  const [first, second] = [await span(/on-noted$/), await span(/on-noted$/, 2)];
  expect(first).toMatchObject({
    parentSpanId: publish.spanId,
    isFailed: true,
    attributes: { 'herald.message.attempt': 1 },
  });
  expect(second).toMatchObject({
    parentSpanId: publish.spanId,
    isFailed: false,
    attributes: { 'herald.message.attempt': 2 },
  });
});

it('keeps the trace of a message that waited in the outbox', async () => {
  let amqp = await startAmqp({ port: 0, dataDir });
  const port = Number(new URL(amqp.url).port);
  await open({ AMQP_URL: amqp.url });
  await amqp.stop();
  expect(await send('hello')).toBe(201);
  const request = await span(routeName);
  amqp = await startAmqp({ port, dataDir });
  const handle = await span(/on-noted$/);
  expect(handle.traceId).toBe(request.traceId);
  const published = sink.spans.find(({ spanId }) => spanId === handle.parentSpanId);
  expect(published).toMatchObject({ name: 'publish noted', parentSpanId: request.spanId, isFailed: false });
  await started.stop();
  await amqp.stop();
});

it('records the runs of a job that send something or fail, and no others', async () => {
  let runs = 0;
  const job = async ({ emit }: Deps) => {
    if (++runs === 3) await emit(noted, { word: 'job' });
    if (runs === 6) throw new Error('Not now');
  };
  await open({}, { job });
  const failed = await span('job tick', 2);
  const [run] = sink.spans.filter(({ name }) => name === 'job tick');
  expect(run).toMatchObject({ service: 'channels', isFailed: false });
  expect(run!.parentSpanId).toBeUndefined();
  expect(await span('publish noted')).toMatchObject({ parentSpanId: run!.spanId });
  expect(failed).toMatchObject({ isFailed: true, attributes: { 'error.type': 'Error' } });
  expect(runs).toBeGreaterThan(6);
  expect(sink.spans.filter(({ name }) => name === 'job tick')).toHaveLength(2);
});

describe('a collector that accepts and never answers', () => {
  it('delays neither requests nor the stop', async () => {
    const proxy = await proxyOf(sink.url);
    proxy.silence();
    await open({ OTEL_EXPORTER_OTLP_ENDPOINT: proxy.url });
    for (let at = 0; at < 300; at++) expect(await send('hello')).toBe(201);
    const began = performance.now();
    await started.stop();
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(sink.spans).toEqual([]);
    proxy.stop();
  });
});
