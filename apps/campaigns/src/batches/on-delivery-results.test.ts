import { deliveryReported, deliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { campaignPath, named, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

/** For thousands of devices, on a busy machine. */
const timeoutMs = 20_000;

const listed = async (uuid: string, query = {}) =>
  (await herald.as()(`GET ${campaignPath}/${uuid}/notification`, { query })).body;
const stateOf = async (_id: string) =>
  (await herald.stored('batches').findOne({ _id: _id as never }))?.state as unknown;

it('settles targets, ends the campaign, and shows why a device failed', async () => {
  const uuid = await herald.start({ notifications: named('a', 'b', 'c') });
  const batch = await herald.firstBatch(uuid);
  await herald.settle(batch, [{ reason: 'UNREGISTERED: gone', core_ids: ['b'] }]);
  await eventually(async () => (await herald.read(uuid)).terminated);
  await herald.settle(batch, [{ reason: 'late and wrong', core_ids: ['a', 'b', 'c'] }]);
  // Once a later report is counted, the late results have been handled too.
  const reported = { campaign_uuid: uuid, core_id: 'a', action: 'RECEIVED', revision: 1 } as const;
  await herald.publish(deliveryReported, reported);
  const done = await eventually(async () => {
    const it = await herald.read(uuid);
    return it.statistics.actions.RECEIVED === 1 && it;
  }, timeoutMs);
  expect(done.statistics).toMatchObject({ total: 3, pending: 0, fails: 1, sended: 2 });
  expect(await listed(uuid)).toMatchObject({
    total: 3,
    data: [
      { core_id: 'a', status: 'sended', reason: null },
      { core_id: 'b', status: 'fails', reason: 'UNREGISTERED: gone' },
      { core_id: 'c', status: 'sended', reason: null },
    ],
  });
  const failed = await listed(uuid, { status: 'fails', fields: 'core_id,reason' });
  expect([failed.total, failed.data]).toEqual([1, [{ core_id: 'b', reason: 'UNREGISTERED: gone' }]]);
  // Personal data is deleted with the campaign's end.
  await eventually(async () => (await herald.stored('entries').countDocuments({ campaign_uuid: uuid })) === 0);
});

it('settles in part, counts what is settled, and ends with the rest', async () => {
  const uuid = await herald.start({ notifications: named('a', 'b', 'c') });
  const batch = await herald.firstBatch(uuid);
  await herald.settle({ ...batch, core_ids: ['a'] });
  await eventually(async () => (await herald.read(uuid)).statistics.sended === 1);
  expect((await herald.read(uuid)).terminated).toBe(false);
  await herald.settle({ ...batch, core_ids: ['a', 'b', 'c'] });
  await eventually(async () => (await herald.read(uuid)).terminated);
  expect((await herald.read(uuid)).statistics).toMatchObject({ total: 3, sended: 3, pending: 0 });
});

it('counts results of a batch that is not finished, and leaves it in flight until all are known', async () => {
  const uuid = await herald.start({ notifications: named('one', 'two', 'three') });
  const { batch_id } = await herald.firstBatch(uuid);
  const results = { campaign_uuid: uuid, batch_id };
  await herald.publish(deliveryResults, { ...results, sent: ['one'], failed: [], unfinished: true });
  await herald.isRead(uuid, { statistics: { total: 3, pending: 2, fails: 0, sended: 1 } });
  expect(await stateOf(batch_id)).toBe('under way');
  const failed = [{ reason: 'gone', core_ids: ['three'] }];
  await herald.publish(deliveryResults, { ...results, sent: ['two'], failed });
  await herald.isRead(uuid, { terminated: true, statistics: { total: 3, pending: 0, fails: 1, sended: 2 } });
});

it('lets a batch wait for its retry without a place among those in flight', async () => {
  const uuid = await herald.start({ notifications: named('sent', 'busy') });
  const { batch_id } = await herald.firstBatch(uuid);
  await herald.publish(deliveryResults, { campaign_uuid: uuid, batch_id, sent: ['sent'], failed: [] });
  await herald.isRead(uuid, { terminated: false, statistics: { total: 2, pending: 1, fails: 0, sended: 1 } });
  expect(await stateOf(batch_id)).toBe('retrying');
});

it('measures how long results take and counts each outcome once', async () => {
  const measured = async (series: string) => {
    const text = await (await fetch(`${herald.url}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))!
        .slice(series.length),
    );
  };
  const settled = (status: string) => measured(`herald_campaign_settled_targets_total{status="${status}"}`);
  const before = [await settled('sended'), await settled('fails')];
  expect(await measured('herald_campaign_result_lag_seconds_count')).toBe(0);
  const uuid = await herald.start({ notifications: named('one', 'two', 'three') });
  const { batch_id } = await herald.firstBatch(uuid);
  const failed = [{ reason: 'gone', core_ids: ['three'] }];
  const oldest_at = new Date(Date.now() - 600_000).toISOString();
  const results = { campaign_uuid: uuid, batch_id, sent: ['one', 'two'], failed, oldest_at };
  for (let times = 0; times < 2; times++) await herald.publish(deliveryResults, results);
  await eventually(async () => (await measured('herald_campaign_result_lag_seconds_count')) === 2);
  expect(await measured('herald_campaign_result_lag_seconds_sum')).toBeGreaterThanOrEqual(1_200);
  expect([await settled('sended'), await settled('fails')]).toEqual([before[0]! + 2, before[1]! + 1]);
});
