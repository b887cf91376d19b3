import {
  campaignPath,
  messageWithVariables,
  named,
  noCampaign,
  startCampaigns,
  type TestedCampaigns,
} from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

const retry = (uuid: string, body: object = {}, headers: Record<string, string> = {}) =>
  herald.as([1])(`POST ${campaignPath}/${uuid}/retry`, { body, headers });

/** A campaign of which four devices failed for two reasons. */
async function failed(more: object = {}): Promise<string> {
  const uuid = await herald.start({ name: 'First', notifications: named('a', 'b', 'c', 'd', 'e'), ...more });
  const batch = await herald.firstBatch(uuid);
  await herald.settle(batch, [
    { reason: 'busy', core_ids: ['b', 'd'] },
    { reason: 'gone', core_ids: ['a', 'e'] },
  ]);
  await herald.isRead(uuid, { terminated: true, statistics: { sended: 1, fails: 4 } });
  return uuid;
}

it('sends to the failed devices alone, and says of which campaign', async () => {
  const uuid = await failed();
  const { status, body } = await retry(uuid);
  expect([status, body.data]).toEqual([201, expect.objectContaining({ name: 'First', retry_of: uuid })]);
  const again = await herald.firstBatch(body.data.uuid);
  expect(again.core_ids).toEqual(['a', 'b', 'd', 'e']);
  await herald.settle(again);
  await herald.isRead(body.data.uuid, { terminated: true, retry_of: uuid, statistics: { total: 4, sended: 4 } });
  expect(await herald.read(uuid)).toMatchObject({ statistics: { sended: 1, fails: 4 } });
});

it('sends to those that failed for one reason, once for one Idempotency-Key', async () => {
  const uuid = await failed();
  const key = { 'idempotency-key': 'again' };
  const first = await retry(uuid, { reason: 'busy', name: 'Second', rate: 100 }, key);
  expect(first.body.data).toMatchObject({ name: 'Second', rate: 100, retry_of: uuid });
  expect((await retry(uuid, { reason: 'busy', name: 'Second', rate: 100 }, key)).body).toEqual(first.body);
  expect((await herald.firstBatch(first.body.data.uuid)).core_ids).toEqual(['b', 'd']);
});

it('refuses what cannot be sent again', async () => {
  const uuid = await failed();
  const none = await retry(uuid, { reason: 'never heard of' });
  expect([none.status, none.body.errors]).toEqual([409, 'No device failed']);
  const personal = await retry(await failed({ message_id: messageWithVariables }));
  expect([personal.status, personal.body.errors]).toEqual([409, expect.stringMatching(/variables/)]);
  const foreign = await herald.as([2])(`POST ${campaignPath}/${uuid}/retry`, { body: {} });
  expect([foreign.status, foreign.body]).toEqual(noCampaign);
});
