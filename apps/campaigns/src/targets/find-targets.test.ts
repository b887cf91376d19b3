import { deliveryReported } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { named, segmentId, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';
import { targetId } from './target.model';

const devices = Array.from({ length: 2_100 }, (_, at) => `phone-${at}`);
let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns(devices)));
afterAll(() => herald?.stop());

const batchesOf = async (uuid: string, count: number) => {
  await eventually(() => herald.sentTo(uuid).length === count, 20_000);
  return herald.sentTo(uuid);
};
const storyOf = async (uuid: string, coreId: string) =>
  (await herald.as()(`GET /campaigns/api/v1/campaign/${uuid}/notification/${coreId}`)).body.data;
const recordsOf = (uuid: string) => herald.stored('targets').find({ _id: new RegExp(`^${uuid}/`) as never });

it('finds each device of a segment without a record of its own, and no stranger', async () => {
  const uuid = await herald.start({ segment_id: segmentId });
  const batches = await batchesOf(uuid, 3);
  for (const batch of batches) await herald.settle(batch, [{ reason: 'gone', core_ids: batch.core_ids.slice(0, 1) }]);
  await herald.isRead(uuid, { terminated: true });
  for (const { core_ids } of batches) {
    expect(await storyOf(uuid, core_ids[0]!)).toMatchObject({ status: 'fails', reason: 'gone' });
    expect(await storyOf(uuid, core_ids.at(-1)!)).toMatchObject({ status: 'sended', matched: { by: 'segment' } });
  }
  expect(await storyOf(uuid, 'stranger')).toMatchObject({ status: 'unmatched' });
  expect(await recordsOf(uuid).toArray()).toEqual([]);
});

it('finds named devices after their entries have gone', async () => {
  const uuid = await herald.start({ notifications: named('one', 'two') });
  await herald.settle(await herald.firstBatch(uuid));
  await eventually(async () => (await herald.stored('entries').countDocuments({ campaign_uuid: uuid })) === 0);
  expect(await storyOf(uuid, 'two')).toMatchObject({ status: 'sended', matched: { by: 'notifications' } });
});

it('gives a device that reports a record, unless its batch does not hold it', async () => {
  const uuid = await herald.start({ notifications: named('one', 'two') });
  await herald.settle(await herald.firstBatch(uuid));
  await herald.isRead(uuid, { terminated: true });
  const report = (core_id: string, batch?: number) =>
    herald.publish(deliveryReported, {
      ...{ campaign_uuid: uuid, core_id, action: 'CLOSED', revision: 1 },
      ...(batch === undefined ? {} : { batch }),
    });
  // As of a device that was erased meanwhile.
  await report('erased', 0);
  await report('one', 0);
  await report('one', 0);
  // Of a push of an earlier version.
  await report('two');
  await herald.isRead(uuid, { statistics: { actions: { CLOSED: 2 } } });
  expect((await recordsOf(uuid).toArray()).map(({ _id }) => _id).toSorted()).toEqual([
    targetId(uuid, 'one'),
    targetId(uuid, 'two'),
  ] as never);
});
