import { proxyOf } from '@herald/fault-proxy';
import { spanSink, type SpanSink } from '@herald/span-sink';
import { startExport, type ExportOptions } from './export';
import { startTrace, traceHeaders, withSpan } from './spans';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parent = (flags: '00' | '01', id = traceId) => ({ traceparent: `00-${id}-b7ad6b7169203331-${flags}` });

let sink: SpanSink;
let errors: unknown[];
beforeEach(async () => {
  sink = await spanSink();
  errors = [];
});
afterEach(() => sink.stop());

const open = (options: Partial<ExportOptions> = {}, into = errors) =>
  startExport({
    endpoint: sink.url,
    sampler: 'parentbased_always_on',
    ratio: 1,
    version: '1',
    onError: (error) => into.push(error),
    ...options,
  });

/** The spans that a service records, with the headers of a sender, and what it passes on. */
async function record(
  sent: { headers?: object; isOutside?: boolean; isLinked?: boolean },
  options?: Partial<ExportOptions>,
) {
  const { tracingOf, stop } = open(options);
  const passedOn = await startTrace(tracingOf('one'), { name: 'outer', kind: 'server', ...sent }, () =>
    withSpan({ name: 'inner', kind: 'client' }, async () => traceHeaders()),
  );
  await stop();
  return { passedOn, inner: sink.span('inner'), outer: sink.span('outer') };
}

it('sends spans under the name of their service, with the headers of the settings', async () => {
  const { outer, inner } = await record({}, { headers: 'authorization=Bearer%20abc,x-scope=one' });
  expect(sink.headers()).toMatchObject({ authorization: 'Bearer abc', 'x-scope': 'one' });
  expect(outer).toMatchObject({ service: 'one', isFailed: false });
  expect(outer!.parentSpanId).toBeUndefined();
  expect(inner).toMatchObject({ traceId: outer!.traceId, parentSpanId: outer!.spanId });
});

it('continues the trace of a sender and passes it on with its state', async () => {
  const { outer, inner, passedOn } = await record({ headers: { ...parent('01'), tracestate: 'vendor=1' } });
  expect(outer).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  expect(passedOn).toEqual({ traceparent: `00-${traceId}-${inner!.spanId}-01`, tracestate: 'vendor=1' });
});

it.each([
  'nonsense',
  '',
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`,
  `ff-${traceId}-b7ad6b7169203331-01`,
  `00-${traceId}-b7ad6b7169203331-01-more`,
])('starts a new trace where the sender’s header is malformed: %s', async (traceparent) => {
  const { outer } = await record({ headers: { traceparent, tracestate: 'vendor=1' } });
  expect(outer!.traceId).not.toBe(traceId);
  expect(outer!.parentSpanId).toBeUndefined();
});

it('starts a trace of its own with a link, for a part of long work', async () => {
  const { outer } = await record({ headers: parent('01'), isLinked: true });
  expect(outer!.traceId).not.toBe(traceId);
  expect(outer!.links).toEqual(['b7ad6b7169203331']);
});

describe('whether a trace is recorded', () => {
  it.each([
    ['within, as the sender decided', '01', false, 'parentbased_always_off', true],
    ['within, as the sender decided', '00', false, 'parentbased_always_on', false],
    ['from outside, as the settings say', '01', true, 'parentbased_always_off', false],
    ['from outside, as the settings say', '00', true, 'parentbased_always_on', true],
    ['without regard to the sender', '00', false, 'always_on', true],
    ['without regard to the sender', '01', false, 'always_off', false],
  ] as const)('is decided %s (%s, %s, %s)', async (_, flags, isOutside, sampler, isRecorded) => {
    const { outer, inner, passedOn } = await record({ headers: parent(flags), isOutside }, { sampler });
    expect([outer !== undefined, inner !== undefined]).toEqual([isRecorded, isRecorded]);
    expect(passedOn.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-0${Number(isRecorded)}$`));
  });

  it('follows the ratio, which no id of a caller outside passes by itself', async () => {
    const { tracingOf, stop } = open({ sampler: 'parentbased_traceidratio', ratio: 0.5 });
    // The smallest value of all ids: a ratio by the id alone would record each of them.
    const headers = parent('01', `${'0'.repeat(31)}1`);
    const count = 400;
    for (let at = 0; at < count; at++)
      await startTrace(tracingOf('one'), { name: 'outer', headers, isOutside: true }, async () => {});
    await stop();
    expect(sink.spans.length).toBeGreaterThan(count * 0.3);
    expect(sink.spans.length).toBeLessThan(count * 0.7);
  });
});

it('records a failure by the name of its error, not by its words', async () => {
  const { tracingOf, stop } = open();
  const failing = async () => Promise.reject(new TypeError('password is hunter2'));
  await expect(startTrace(tracingOf('one'), { name: 'outer' }, failing)).rejects.toThrow('hunter2');
  await stop();
  expect(sink.span('outer')).toMatchObject({ isFailed: true, attributes: { 'error.type': 'TypeError' } });
  expect(JSON.stringify(sink.spans)).not.toContain('hunter2');
});

it('records optional work only if spans follow below it, or it fails', async () => {
  const { tracingOf, stop } = open();
  const run = (name: string, work: () => Promise<unknown>) =>
    startTrace(tracingOf('one'), { name, isOptional: true }, work).catch(() => {});
  await run('idle', async () => {});
  await run('busy', () => withSpan({ name: 'inner' }, async () => {}));
  await run('failing', () => Promise.reject(new Error('No')));
  await stop();
  expect(sink.spans.map(({ name }) => name)).toEqual(['inner', 'busy', 'failing']);
});

it('works without a collector, and passes nothing on', async () => {
  const headers = await startTrace(undefined, { name: 'outer', headers: parent('01') }, () =>
    withSpan({ name: 'inner' }, async (span) => (span.setAttribute('a', 1), traceHeaders())),
  );
  expect(headers).toEqual({});
});

it('drops spans for which a collector that never answers leaves no room, and keeps no stop waiting', async () => {
  const proxy = await proxyOf(sink.url);
  proxy.silence();
  const { tracingOf, stop } = open({ endpoint: proxy.url });
  const tracing = tracingOf('one');
  for (let at = 0; at < 20_000; at++) await startTrace(tracing, { name: 'outer' }, async () => {});
  // The first export hangs; the queue is all that is left.
  await new Promise((resolve) => setTimeout(resolve, 500));
  proxy.restore();
  await stop();
  proxy.stop();
  expect(sink.spans.length).toBeLessThanOrEqual(4_096);
});

it('reports an outage once', async () => {
  const { tracingOf, stop } = open({ endpoint: `${sink.url}/elsewhere` });
  for (let at = 0; at < 1_000; at++) await startTrace(tracingOf('one'), { name: 'outer' }, async () => {});
  await stop();
  expect(errors).toHaveLength(1);
});
