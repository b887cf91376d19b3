import { campaignExpanding } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { anyUuid, segmentId, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
const devices = Array.from({ length: 1_100 }, (_, at) => `phone-${at}`);
beforeAll(async () => (herald = await startCampaigns(devices)));
afterAll(() => herald?.stop());

const batchesOf = (uuid: string) =>
  herald.stored('batches').find({ campaign_uuid: uuid }).sort({ number: 1 }).toArray() as Promise<unknown[]>;

const isExpanded = async (uuid: string) => (await herald.stored('campaigns').findOne({ uuid }))?.expanded as boolean;

it('creates each target once when the message is repeated and a step was cut off', async () => {
  const uuid = await herald.start({ segment_id: segmentId });
  await eventually(() => herald.sentTo(uuid).length === 2);
  await eventually(() => isExpanded(uuid));
  // A process that dies between creating the last batches and saving that the walk has ended leaves this behind.
  await herald.stored('campaigns').updateOne({ uuid }, { $set: { expanded: false, walked_at: null } });
  for (let times = 0; times < 3; times++) await herald.publish(campaignExpanding, { campaign_uuid: uuid });
  await eventually(() => isExpanded(uuid));
  expect(await batchesOf(uuid)).toMatchObject([
    { number: 0, total: 100, state: 'under way' },
    { number: 1, total: 1_000, state: 'under way' },
  ]);
  expect(herald.sentTo(uuid)).toHaveLength(2);
  await herald.isRead(uuid, { statistics: { total: 1_100 } });
});

it('goes on with a walk that an earlier version began', async () => {
  const uuid = await herald.start({ segment_id: segmentId });
  await eventually(() => isExpanded(uuid));
  await eventually(() => herald.sentTo(uuid).length === 2);
  const { core_ids, batch_id } = herald.sentTo(uuid)[0]!;
  // It kept a record for each target, and no portions.
  await herald.stored('portions').deleteMany({ campaign_uuid: uuid });
  await herald.stored('batches').deleteMany({ campaign_uuid: uuid, _id: { $ne: batch_id as never } });
  const targets = core_ids.map((coreId) => ({ _id: `${uuid}/${coreId}`, batch: 0 }));
  await herald.stored('targets').insertMany(targets as never[]);
  const begun = { expanded: false, walked_at: null, cursor: '900' };
  await herald.stored('campaigns').updateOne({ uuid }, { $set: begun });
  await herald.publish(campaignExpanding, { campaign_uuid: uuid });
  await eventually(() => herald.sentTo(uuid).length === 3);
  const others = devices.filter((coreId) => !core_ids.includes(coreId));
  const left = others.filter((coreId) => devices.indexOf(coreId) >= 900);
  expect(herald.sentTo(uuid)[2]!.core_ids.toSorted()).toEqual(left.toSorted());
  await eventually(() => isExpanded(uuid));
});

it('sends to the first devices before the others are known', async () => {
  let isSending = false;
  herald.delayPages((from) => from > 0 && eventually(() => isSending));
  const uuid = await herald.start({ segment_id: segmentId });
  const { core_ids } = await herald.firstBatch(uuid);
  expect(core_ids).toHaveLength(100);
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
