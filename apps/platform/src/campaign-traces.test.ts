import { spanSink, type ReceivedSpan, type SpanSink } from '@herald/span-sink';
import { campaignInstallation, type CampaignInstallation } from './campaign-installation.fixture';

/** The built programs, each in a process of its own, with a collector. */
const devices = 2_500;
let sink: SpanSink;
let it_: CampaignInstallation;
beforeAll(async () => {
  sink = await spanSink();
  it_ = await campaignInstallation({ devices, env: { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url } });
});
afterAll(async () => {
  await it_?.stop();
  await sink.stop();
});

const data = { type: 'notification', title: 'Hello', body: 'Your card is ready' };
const message = { data, priority: 'high', apns: { payload: { aps: { sound: 'default' } } } };
const isA = (span: ReceivedSpan, service: string, name: string) => span.service === service && span.name === name;
const all = (service: string, name: string) => sink.spans.filter((span) => isA(span, service, name));
const only = (service: string, name: string): ReceivedSpan => {
  const found = all(service, name);
  if (found.length !== 1) throw new Error(`${found.length} spans ${name} of ${service}`);
  return found[0]!;
};
const processing = (consumer: string) => `process ${it_.namespace}.${consumer}`;
/** The span that a span follows, as its child or by its first link. */
const causeOf = ({ parentSpanId, links }: ReceivedSpan) =>
  sink.spans.find(({ spanId }) => spanId === (parentSpanId ?? links[0]));

it('leads from a campaign over the broker to each provider, by links and not in one trace', async () => {
  await it_.ended(await it_.send());
  const body = { core_id: '0b1e2c4d-5b7e-4a58-9f0c-000000000000', application_name: 'com.bench.wallet', ...message };
  const single = await it_.to('notifications')('POST /notifications/v2/device/sendmessage', { body });
  expect([single.status, single.body.data.source]).toEqual([200, 'fcm']);
  // A stop sends what is left.
  expect(await Promise.all(it_.programs.map(({ process }) => process.end()))).toEqual([0, 0, 0]);

  const request = only('campaigns', 'POST /campaigns/api/v1/campaign');
  const call = sink.spans.find((span) => isA(span, 'company', 'GET /company/api/v2/app') && span.parentSpanId)!;
  expect(causeOf(call)).toMatchObject({ service: 'campaigns', name: 'GET company', parentSpanId: request.spanId });
  const batches = all('notifications', processing('notifications.on-push-batch'));
  expect(batches.length).toBeGreaterThanOrEqual(3);
  for (const batch of batches) {
    expect(causeOf(batch)).toMatchObject({ service: 'campaigns', name: 'publish push.batch' });
    expect([batch.parentSpanId, batch.links[1]]).toEqual([undefined, request.spanId]);
    const path = [batch];
    for (let cause = causeOf(batch); cause && !path.includes(cause); cause = causeOf(cause)) path.push(cause);
    // On a busy machine the recovery job publishes a batch once more.
    if (!path.at(-1)!.name.startsWith('job ')) expect(path.at(-1)).toBe(request);
  }
  const traces = new Set([request, ...batches].map(({ traceId }) => traceId));
  expect(traces.size).toBe(batches.length + 1);
  const pushes = sink.spans.filter(({ name }) => name.startsWith('push batch to '));
  expect(new Set(pushes.map(({ name }) => name))).toEqual(new Set(['push batch to fcm', 'push batch to apns']));
  for (const push of pushes) expect(batches).toContain(causeOf(push));
  const sent = pushes.map(({ attributes }) => Number(attributes['herald.pushes.sent']));
  expect(sent.reduce((sum, count) => sum + count)).toBe(devices);
  const results = all('campaigns', processing('campaigns.on-delivery-results'));
  for (const result of results) expect(batches).toContain(causeOf(causeOf(result)!));
  expect(results.length).toBeGreaterThanOrEqual(batches.length);

  const sending = only('notifications', 'POST /notifications/v2/device/sendmessage');
  const push = only('notifications', 'push to fcm');
  expect(push).toMatchObject({ parentSpanId: sending.spanId, attributes: { 'herald.push.outcome': 'sent' } });

  expect(sink.spans.length).toBeLessThan(devices / 5);
  expect(JSON.stringify(sink.spans)).not.toMatch(/0b1e2c4d|APA91b|Come and see it|Bearer/);
});
