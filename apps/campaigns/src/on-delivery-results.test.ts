import { deliveryReported, deliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { named, startCampaigns, type TestedCampaigns } from './start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => {
  herald = await startCampaigns();
});
afterAll(() => herald?.stop());

const send = async (...coreIds: string[]) => {
  const { body } = await herald.create({ notifications: named(...coreIds) });
  const campaign_uuid: string = body.data.uuid;
  const { batch_id } = await herald.firstBatch(campaign_uuid);
  return { campaign_uuid, batch_id };
};
const stateOf = async (batch_id: string) =>
  (await herald.stored('batches').findOne({ _id: batch_id as never }))?.state as string | undefined;
/** Waits until a campaign is read as it should be. */
const isRead = (uuid: string, expected: object) =>
  eventually(async () => {
    expect(await herald.read(uuid)).toMatchObject(expected);
    return true;
  });

it('counts what is told of a batch that is not finished, which stays under way until all is told', async () => {
  const batch = await send('one', 'two', 'three');
  await herald.publish(deliveryResults, { ...batch, sent: ['one'], failed: [], unfinished: true });
  await isRead(batch.campaign_uuid, { statistics: { total: 3, pending: 2, fails: 0, sended: 1 } });
  expect(await stateOf(batch.batch_id)).toBe('under way');
  await herald.publish(deliveryResults, { ...batch, sent: ['two'], failed: [{ reason: 'gone', core_ids: ['three'] }] });
  await isRead(batch.campaign_uuid, { terminated: true, statistics: { total: 3, pending: 0, fails: 1, sended: 2 } });
});

it('never shows more actions than sended, also while a target has moved and its batch has not', async () => {
  const { campaign_uuid, batch_id } = await send('early', 'late');
  const early = { _id: `${campaign_uuid}/early` as never };
  // As whoever counts results leaves it when he dies in between.
  await herald.stored('targets').updateOne(early, { $set: { status: 'sended' } });
  await herald.publish(deliveryReported, { campaign_uuid, core_id: 'early', action: 'CLOSED', revision: 1 });
  const batches = herald.stored('batches');
  const mark = async () => (await batches.findOne({ _id: batch_id as never }))?.uncounted as string | undefined;
  await eventually(mark);
  const rounds = () => herald.stored('leases').findOne({ _id: 'count-actions' as never });
  const before = (await rounds())!.until as Date;
  await eventually(async () => ((await rounds())!.until as Date).getTime() > before.getTime() + 1_500);
  expect((await herald.read(campaign_uuid)).statistics).toMatchObject({ sended: 0, actions: { CLOSED: 0 } });
  await herald.publish(deliveryResults, { campaign_uuid, batch_id, sent: ['early', 'late'], failed: [] });
  const actions = { RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 1, UNKNOWN: 0 };
  await isRead(campaign_uuid, { statistics: { sended: 2, actions } });
});
