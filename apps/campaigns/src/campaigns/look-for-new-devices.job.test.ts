import { eventually } from '@herald/testing';
import { segmentId, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
const devices = ['one', 'two'];
beforeAll(async () => (herald = await startCampaigns(devices)));
afterAll(() => herald?.stop());

it('takes in devices that begin to match until the finish date, each once', async () => {
  const uuid = await herald.start({ segment_id: segmentId, finish_date: '2099-01-01' });
  const first = await herald.firstBatch(uuid);
  expect(first.core_ids).toEqual(['one', 'two']);
  await herald.settle(first);
  devices.push('three', 'one');
  // As if the last walk had ended half a minute ago.
  await eventually(async () => (await herald.stored('campaigns').findOne({ uuid }))?.expanded);
  await herald.stored('campaigns').updateOne({ uuid }, { $set: { walked_at: new Date(0) } });
  await eventually(() => herald.sentTo(uuid).length === 2);
  expect(herald.sentTo(uuid)[1]!.core_ids).toEqual(['three']);
  // Records of their own make those that joined late unique; all others are in portions.
  expect(await herald.stored('targets').find().toArray()).toEqual([{ _id: `${uuid}/three`, batch: 1 }]);
  expect(await herald.read(uuid)).toMatchObject({ terminated: false, statistics: { total: 3, sended: 2, pending: 1 } });
});
