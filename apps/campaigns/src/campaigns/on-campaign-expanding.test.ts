import { campaignExpanding } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { anyUuid, segmentId, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
const devices = Array.from({ length: 1_100 }, (_, at) => `phone-${at}`);
beforeAll(async () => (herald = await startCampaigns(devices)));
afterAll(() => herald?.stop());

const batchesOf = (uuid: string) =>
  herald.stored('batches').find({ campaign_uuid: uuid }).sort({ number: 1 }).toArray() as Promise<unknown[]>;

it('creates each target once when the message is repeated and a step was cut off', async () => {
  const uuid = await herald.start({ segment_id: segmentId });
  await eventually(() => herald.sentTo(uuid).length === 2);
  await eventually(async () => (await herald.stored('campaigns').findOne({ uuid }))?.expanded);
  // A process that dies between listing the devices of a page and saving its progress leaves this behind.
  await herald.stored('campaigns').updateOne({ uuid }, { $set: { expanded: false, cursor: '', walked_at: null } });
  await herald.publish(campaignExpanding, { campaign_uuid: uuid });
  const totals: number[] = [];
  await eventually(async () => {
    totals.push((await herald.read(uuid)).statistics.total);
    return (await batchesOf(uuid)).length >= 4;
  });
  expect(new Set(totals)).toEqual(new Set([1_100]));
  await eventually(async () => (await herald.stored('campaigns').findOne({ uuid }))?.expanded);
  await herald.publish(campaignExpanding, { campaign_uuid: uuid });
  // The job that recovers campaigns may publish the message once more: that adds empty batches alone.
  const expected = [
    { number: 0, total: 1_000, state: 'under way' },
    { number: 1, total: 100, state: 'under way' },
  ];
  await eventually(async () => {
    const [first, second, ...others] = await batchesOf(uuid);
    expect([first, second]).toMatchObject(expected);
    expect(others).toMatchObject(others.map(() => ({ total: 0, state: 'done' })));
    return true;
  });
  expect(herald.sentTo(uuid)).toHaveLength(2);
  await herald.isRead(uuid, { statistics: { total: 1_100 } });
});

it('sends to the first devices before the others are known', async () => {
  let isSending = false;
  herald.delayPages((from) => from > 0 && eventually(() => isSending));
  const uuid = await herald.start({ segment_id: segmentId });
  const { core_ids } = await herald.firstBatch(uuid);
  expect(core_ids).toHaveLength(1_000);
  expect((await herald.read(uuid)).terminated).toBe(false);
  isSending = true;
  await eventually(() => herald.sentTo(uuid).length === 2);
  await herald.isRead(uuid, { statistics: { total: 1_100 } });
  herald.delayPages(() => undefined);
});

it('ends a campaign for a segment without devices', async () => {
  const all = devices.splice(0);
  const uuid = await herald.start({ segment_id: segmentId });
  await herald.isRead(uuid, { terminated: true, statistics: { total: 0 } });
  devices.push(...all);
});

it('does not expand a campaign that was stopped', async () => {
  const uuid = await herald.start({ segment_id: segmentId });
  await eventually(async () => (await herald.stored('campaigns').findOne({ uuid }))?.expanded);
  const stop = { $set: { terminated: true, expanded: false, cursor: '' } };
  await herald.stored('campaigns').updateOne({ uuid }, stop);
  await herald.publish(campaignExpanding, { campaign_uuid: uuid });
  await herald.publish(campaignExpanding, { campaign_uuid: anyUuid() });
  const ended = await herald.start({ segment_id: segmentId });
  await eventually(() => herald.sentTo(ended).length === 2);
  expect(await batchesOf(uuid)).toHaveLength(2);
});
