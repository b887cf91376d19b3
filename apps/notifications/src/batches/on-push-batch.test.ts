import { deliveryResults, type DeliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { campaignNotificationUuid } from '../deliveries/notification-uuid';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';

let herald: TestedNotifications;
let results: DeliveryResults[];
beforeEach(async () => {
  herald = await startNotifications({ retryAfterSeconds: 1 });
  results = await herald.collect(deliveryResults);
});
afterEach(() => herald?.stop());

const sent = () => results.flatMap((one) => one.sent).sort();
const failed = () => results.flatMap((one) => one.failed);
const measured = async (series: string) => {
  const text = await (await fetch(`${herald.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  );
};

it('sends to Android by FCM and to iOS by APNs, with variables and the ids that reports need', async () => {
  await herald.register([{ core_id: 'robot' }, { core_id: 'apple', system: 'ios' }]);
  await herald.send({ core_ids: ['robot', 'apple'], variables: [{ name: 'Ada' }, {}] });
  await eventually(() => sent().length === 2);
  const [robot] = herald.push.messages('token-robot');
  const [apple] = herald.push.messages('token-apple');
  const uuid = campaignNotificationUuid(herald.campaign.uuid, 'robot');
  expect(robot).toMatchObject({
    provider: 'fcm',
    payload: {
      android: { priority: 'HIGH' },
      data: { message_id: herald.campaign.message_id, notification_uuid: uuid },
    },
  });
  expect(JSON.stringify(robot!.payload)).toContain('Hello Ada');
  expect(apple).toMatchObject({
    provider: 'apns',
    id: campaignNotificationUuid(herald.campaign.uuid, 'apple'),
    headers: { 'apns-topic': 'com.acme.wallet', 'apns-push-type': 'alert', 'apns-priority': '10' },
    payload: { aps: { alert: { title: 'Hello ', body: 'Hi' } }, data: { message_id: herald.campaign.message_id } },
  });
  const record = await herald.recordOf('robot');
  // What the campaign says, and what holds for most records, is not repeated in millions of them.
  expect(record).toEqual({
    ...{ _id: uuid, id: expect.any(Number), device_id: 7, provider: 'fcm', name: robot!.id },
    created_at: expect.any(Date),
  });
});

it('reports the provider’s answer for devices that were not reached, and forgets unregistered tokens', async () => {
  await herald.register([
    { core_id: 'gone', token: 'unregistered-1' },
    { core_id: 'gone-apple', token: 'unregistered-2', system: 'ios' },
    { core_id: 'bad', token: 'invalid-1' },
    { core_id: 'foreign', company_id: '2' },
  ]);
  await herald.send({ core_ids: ['gone', 'gone-apple', 'bad', 'foreign', 'nobody'] });
  await eventually(() => failed().length > 0);
  const reasons = Object.fromEntries(failed().flatMap(({ reason, core_ids }) => core_ids.map((id) => [id, reason])));
  expect(reasons).toEqual({
    gone: expect.stringMatching(/^UNREGISTERED: /),
    'gone-apple': 'Unregistered',
    bad: expect.stringMatching(/^INVALID_ARGUMENT: /),
    foreign: 'The app is not on this device',
    nobody: 'The app is not on this device',
  });
  expect(sent()).toEqual([]);
  const left = await herald
    .stored('push_tokens')
    .find({ token: { $ne: null } })
    .toArray();
  expect(left.map(({ core_id }) => core_id as string).sort()).toEqual(['bad', 'foreign']);
  for (const provider of ['fcm', 'apns'])
    expect(await measured(`herald_push_tokens_retired_total{provider="${provider}"}`)).toBe(1);
});

it('measures the time until the first push, of the batch that says when its campaign was started', async () => {
  await herald.register([{ core_id: 'robot' }, { core_id: 'second' }]);
  const started_at = new Date(Date.now() - 600_000).toISOString();
  await herald.send({ core_ids: ['robot', 'second'], started_at });
  await herald.send({ core_ids: ['robot'] });
  await eventually(() => results.length === 2);
  expect(await measured('herald_campaign_first_push_seconds_count')).toBe(1);
  expect(await measured('herald_campaign_first_push_seconds_sum')).toBeGreaterThanOrEqual(600);
  for (const { oldest_at } of results) expect(Date.parse(oldest_at!)).toBeGreaterThan(Date.parse(started_at));
});

it('retries after 429 and 503 without counting a failure, and stores the tries', async () => {
  await herald.register([
    { core_id: 'quota', token: 'quota-1' },
    { core_id: 'unavailable', token: 'unavailable-1', system: 'ios' },
    { core_id: 'fine' },
  ]);
  await herald.send({ core_ids: ['quota', 'unavailable', 'fine'] });
  await eventually(() => sent().length === 3);
  expect(results[0]!.sent).toEqual(['fine']);
  expect(failed()).toEqual([]);
  const { tries } = (await herald.recordOf('quota'))!;
  // A simulator that is too slow for a connection makes the provider busy as well.
  expect(tries).toContainEqual(
    expect.objectContaining({ outcome: 'busy', answer: expect.stringMatching(/QUOTA/) as string }),
  );
  expect(tries.at(-1)).toMatchObject({ outcome: 'sent' });
  expect(herald.push.counts()).toEqual({ 'quota-1': 1, 'unavailable-1': 1, 'token-fine': 1 });
});

it('sends once when the message of a batch is delivered several times', async () => {
  await herald.register([{ core_id: 'a' }, { core_id: 'b', token: 'unregistered-b' }]);
  const batch = { batch_id: 'batch-1', core_ids: ['a', 'b'] };
  await Promise.all([herald.send(batch), herald.send(batch), herald.send(batch)]);
  await eventually(() => results.length === 3);
  expect(herald.push.counts()).toEqual({ 'token-a': 1 });
  for (const one of results) {
    expect(one.sent).toEqual(['a']);
    expect(one.failed).toEqual([{ reason: expect.stringMatching(/^UNREGISTERED/), core_ids: ['b'] }]);
  }
});

it('fills in markup unchanged, without control characters, and fails a message that becomes too large', async () => {
  await herald.register([{ core_id: 'markup' }, { core_id: 'huge' }, { core_id: 'apple', system: 'ios' }]);
  const markup = { name: '<b>"Ana" & {{name}}</b>\u0007\n' };
  const huge = { name: 'x'.repeat(10_240) };
  await herald.send({ core_ids: ['markup', 'huge', 'apple'], variables: [markup, huge, huge] });
  await eventually(() => sent().length === 1 && failed().length === 2);
  const { data } = herald.push.messages('token-markup')[0]!.payload as { data: { notificationBody: string } };
  expect((JSON.parse(data.notificationBody) as { text_title: string }).text_title).toBe(
    'Hello <b>"Ana" & {{name}}</b>\n',
  );
  const reasons = failed().map(({ reason }) => reason);
  for (const reason of reasons) expect(reason).toMatch(/^The message does not fit: \d+ bytes, \d+ more than the 4096/);
  expect(
    failed()
      .flatMap(({ core_ids }) => core_ids)
      .sort(),
  ).toEqual(['apple', 'huge']);
  expect(JSON.stringify(reasons)).not.toContain('xxx');
});

it('sends at most the rate of a batch per second', async () => {
  const core_ids = ['a', 'b', 'c', 'd', 'e'];
  await herald.register(core_ids.map((core_id) => ({ core_id })));
  await herald.send({ core_ids, rate: 2 });
  await eventually(() => sent().length === 5);
  const times = core_ids.map((id) => Date.parse(herald.push.messages(`token-${id}`)[0]!.at)).sort((a, b) => a - b);
  expect(times[2]! - times[1]!).toBeGreaterThan(700);
  expect(times[4]! - times[3]!).toBeGreaterThan(700);
  expect(core_ids.map((id) => herald.push.messages(`token-${id}`).length)).toEqual([1, 1, 1, 1, 1]);
});

it('skips an invalid batch, and sends the next one', async () => {
  await herald.register([{ core_id: 'a' }]);
  await herald.send({ core_ids: 'a' as never });
  await herald.send({ core_ids: ['a'] });
  await eventually(() => sent().length === 1);
  expect(herald.push.counts()).toEqual({ 'token-a': 1 });
});
