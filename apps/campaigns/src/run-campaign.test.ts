import { deliveryReported, type DeliveryAction } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { named, noCampaign, segmentId, startCampaigns, type TestedCampaigns } from './start-campaigns.fixture';

let herald: TestedCampaigns;
const devices: string[] = [];
beforeEach(async () => (herald = await startCampaigns(devices)));
afterEach(() => herald?.stop());

/** For thousands of devices, on a machine that does other things too. */
const patience = 20_000;

const campaign = '/campaigns/api/v1/campaign';
const begun = async (body: object) => (await herald.create(body)).body.data.uuid as string;
const targets = async (uuid: string, query = {}) =>
  (await herald.as()(`GET ${campaign}/${uuid}/notification`, { query })).body;

it('moves targets and counts by results, ends, and lists why each failed', async () => {
  const uuid = await begun({ notifications: named('a', 'b', 'c') });
  const batch = await herald.firstBatch(uuid);
  await herald.settle(batch, [{ reason: 'UNREGISTERED: gone', core_ids: ['b'] }]);
  await eventually(async () => (await herald.read(uuid)).terminated);
  await herald.settle(batch, [{ reason: 'late and wrong', core_ids: ['a', 'b', 'c'] }]);
  // What is told after it has been heard by the time this has been counted.
  const reported = { campaign_uuid: uuid, core_id: 'a', action: 'RECEIVED', revision: 1 } as const;
  await herald.publish(deliveryReported, reported);
  const done = await eventually(async () => {
    const it = await herald.read(uuid);
    return it.statistics.actions.RECEIVED === 1 && it;
  }, patience);
  expect(done.statistics).toMatchObject({ total: 3, pending: 0, fails: 1, sended: 2 });
  expect(await targets(uuid)).toMatchObject({
    total: 3,
    data: [
      { core_id: 'a', status: 'sended', reason: null },
      { core_id: 'b', status: 'fails', reason: 'UNREGISTERED: gone' },
      { core_id: 'c', status: 'sended', reason: null },
    ],
  });
  const failed = await targets(uuid, { status: 'fails', fields: 'core_id,reason' });
  expect([failed.total, failed.data]).toEqual([1, [{ core_id: 'b', reason: 'UNREGISTERED: gone' }]]);
  // What was personal is gone with the campaign's end.
  await eventually(async () => (await herald.stored('entries').countDocuments()) === 0);
});

it('settles in part, counts what is settled, and ends with the rest', async () => {
  const uuid = await begun({ notifications: named('a', 'b', 'c') });
  const batch = await herald.firstBatch(uuid);
  await herald.settle({ ...batch, core_ids: ['a'] });
  await eventually(async () => (await herald.read(uuid)).statistics.sended === 1);
  expect((await herald.read(uuid)).terminated).toBe(false);
  await herald.settle({ ...batch, core_ids: ['a', 'b', 'c'] });
  await eventually(async () => (await herald.read(uuid)).terminated);
  expect((await herald.read(uuid)).statistics).toMatchObject({ total: 3, sended: 3, pending: 0 });
});

it('counts each sent one under its latest action, whatever comes twice or late', async () => {
  const uuid = await begun({ notifications: named('a', 'b', 'c') });
  const batch = await herald.firstBatch(uuid);
  const report = (core_id: string, action: DeliveryAction, revision: number) =>
    herald.publish(deliveryReported, { campaign_uuid: uuid, core_id, action, revision });
  await report('a', 'RECEIVED', 1);
  await report('a', 'PRESS_ACTION', 3);
  await report('a', 'CLOSED', 2);
  await report('a', 'PRESS_ACTION', 3);
  await report('a', 'RECEIVED', 1);
  await report('b', 'RECEIVED', 1);
  await report('c', 'UNKNOWN', 1);
  await report('stranger', 'RECEIVED', 1);
  await herald.settle(batch, [{ reason: 'no', core_ids: ['c'] }]);
  const expected = { RECEIVED: 1, PRESS_ACTION: 1, CLOSED: 0, UNKNOWN: 0 };
  await eventually(
    async () => expect((await herald.read(uuid)).statistics.actions).toEqual(expected) === undefined,
    6_000,
  );
}, 15_000);

it('keeps twelve batches under way and sends the next as results come', async () => {
  devices.splice(0, devices.length, ...Array.from({ length: 7_000 }, (_, at) => `phone-${at}`));
  const uuid = await begun({ segment_id: segmentId });
  await eventually(() => herald.sentTo(uuid).length >= 12, patience);
  await eventually(async () => (await herald.read(uuid)).statistics.total === 7_000, patience);
  expect(herald.sentTo(uuid).length).toBeLessThan(14);
  await herald.settle(herald.sentTo(uuid)[0]!);
  await eventually(() => herald.sentTo(uuid).length >= 13, patience);
  for (let at = 1; at < 14; at++) await herald.settle(await eventually(() => herald.sentTo(uuid)[at], patience));
  await eventually(async () => (await herald.read(uuid)).terminated, patience);
  const all = herald.sentTo(uuid).flatMap(({ core_ids }) => core_ids);
  expect([all.length, new Set(all).size]).toEqual([7_000, 7_000]);
}, 90_000);

it('stops: nothing more is sent off, and the four numbers still agree', async () => {
  devices.splice(0, devices.length, ...Array.from({ length: 7_000 }, (_, at) => `phone-${at}`));
  const uuid = await begun({ segment_id: segmentId });
  await eventually(() => herald.sentTo(uuid).length >= 12, patience);
  await eventually(async () => (await herald.read(uuid)).statistics.total === 7_000, patience);
  const { status, body } = await herald.as()(`PATCH ${campaign}/${uuid}`, { body: { terminated: true } });
  const before = herald.sentTo(uuid).length;
  expect([status, body.message, body.data.terminated]).toEqual([200, 'Updated', true]);
  await herald.settle(herald.sentTo(uuid)[0]!);
  await eventually(async () => (await herald.read(uuid)).statistics.sended === 500, patience);
  expect(herald.sentTo(uuid)).toHaveLength(before);
  expect((await herald.read(uuid)).statistics).toMatchObject({ total: 7_000, sended: 500, pending: 6_500, fails: 0 });
}, 90_000);

it('goes by the clock with a rate', async () => {
  devices.splice(0, devices.length, ...Array.from({ length: 400 }, (_, at) => `phone-${at}`));
  const began = Date.now();
  const uuid = await begun({ segment_id: segmentId, rate: 80 });
  await eventually(() => herald.sentTo(uuid).length === 3, 15_000);
  // Batches are never tiny; the senders are told how many a second they may take of them.
  const sent = herald.sentTo(uuid).map(({ core_ids, rate }) => [core_ids.length, rate]);
  expect(sent).toEqual([
    [100, 80],
    [100, 80],
    [100, 80],
  ]);
  expect(Date.now() - began).toBeGreaterThan(2_400);
}, 30_000);

it('tells why a device did or did not get it', async () => {
  const uuid = await begun({ notifications: named('a', 'b') });
  const batch = await herald.firstBatch(uuid);
  await herald.settle({ ...batch, core_ids: ['a'] });
  const tries = [{ at: '2026-01-01T00:00:00.000Z', outcome: 'sent', answer: '' }];
  const told = {
    provider: 'fcm',
    name: 'projects/x',
    tries,
    action: null,
    action_button: null,
    error_message: null,
    reports: [],
  };
  herald.stories.set('a', { uuid: 'n-1', ...told, status: 1, id: 1 });
  const story = async (core_id: string) =>
    (await herald.as()(`GET ${campaign}/${uuid}/notification/${core_id}`)).body.data;
  await eventually(async () => (await story('a')).status === 'sended');
  expect(await story('a')).toMatchObject({
    ...told,
    core_id: 'a',
    notification_uuid: 'n-1',
    reason: null,
    matched: { by: 'notifications', at: expect.stringMatching(/Z$/) },
  });
  expect(await story('b')).toMatchObject({
    status: 'pending',
    reason: 'It waits for its turn, or for another try',
    tries: [],
  });
  expect(await story('z')).toMatchObject({
    status: 'unmatched',
    matched: null,
    reason: 'The device was not among the notifications',
  });
});

it('shows a campaign to its company alone', async () => {
  const uuid = await begun({ name: 'Spring (50%)', notifications: named('a') });
  await herald.firstBatch(uuid);
  const other = herald.as([2]);
  for (const path of [
    `GET ${campaign}/${uuid}`,
    `GET ${campaign}/${uuid}/notification`,
    `GET ${campaign}/${uuid}/notification/a`,
  ]) {
    const { status, body } = await other(path);
    expect([status, { ...body, resource: 'Campaign' }]).toEqual(noCampaign);
  }
  const stopped = await other(`PATCH ${campaign}/${uuid}`, { body: { terminated: true } });
  expect([stopped.status, stopped.body]).toEqual(noCampaign);
  const list = (query: object, companies: '*' | number[] = [1]) =>
    herald.as(companies)('GET /campaigns/api/v1/company/1/campaign', { query: query as never });
  expect((await list({}, [2])).status).toBe(403);
  for (const search of ['SPRING (', '50%', uuid.slice(3, 20)])
    expect((await list({ search })).body).toMatchObject({ total: 1, data: [{ uuid }] });
  expect((await list({ search: 'Spring .*' })).body).toMatchObject({ total: 0, data: [] });
  expect((await list({ terminated: true })).body).toMatchObject({ total: 0, data: [] });
  expect((await list({ terminated: false, fields: 'uuid' })).body).toMatchObject({
    data: [{ uuid }],
    page: 1,
    per_page: 20,
  });
});

it('takes in devices that come to match until its finish date, each once', async () => {
  devices.splice(0, devices.length, 'one', 'two');
  const uuid = await begun({ segment_id: segmentId, finish_date: '2099-01-01' });
  const first = await herald.firstBatch(uuid);
  expect(first.core_ids).toEqual(['one', 'two']);
  await herald.settle(first);
  devices.push('three', 'one');
  // Half a minute would pass till then.
  await eventually(async () => (await herald.stored('campaigns').findOne({ uuid }))?.expanded);
  await herald.stored('campaigns').updateOne({ uuid }, { $set: { walked_at: new Date(0) } });
  await eventually(() => herald.sentTo(uuid).length === 2, 12_000);
  expect(herald.sentTo(uuid)[1]!.core_ids).toEqual(['three']);
  expect(await herald.read(uuid)).toMatchObject({ terminated: false, statistics: { total: 3, sended: 2, pending: 1 } });
}, 25_000);
