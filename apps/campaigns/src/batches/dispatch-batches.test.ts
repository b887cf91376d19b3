import { eventually } from '@herald/testing';
import { ago, openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import { segmentId, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';
import { dispatchNextDue } from './dispatch-batches';

let herald: TestedCampaigns;
const devices = Array.from({ length: 13_100 }, (_, at) => `phone-${at}`);
beforeAll(async () => (herald = await startCampaigns(devices)));
afterAll(() => herald?.stop());

/** For thousands of devices, on a busy machine. */
const timeoutMs = 20_000;

it('keeps twelve batches in flight and dispatches the next as results arrive', async () => {
  const uuid = await herald.start({ segment_id: segmentId });
  await eventually(() => herald.sentTo(uuid).length >= 12, timeoutMs);
  await eventually(async () => (await herald.read(uuid)).statistics.total === 13_100, timeoutMs);
  expect(herald.sentTo(uuid)).toHaveLength(12);
  await herald.settle(herald.sentTo(uuid)[0]!);
  await eventually(() => herald.sentTo(uuid).length >= 13, timeoutMs);
  for (let at = 1; at < 14; at++) await herald.settle(await eventually(() => herald.sentTo(uuid)[at], timeoutMs));
  await eventually(async () => (await herald.read(uuid)).terminated, timeoutMs);
  const all = herald.sentTo(uuid).flatMap(({ core_ids }) => core_ids);
  expect([all.length, new Set(all).size]).toEqual([13_100, 13_100]);
});

it('dispatches by the clock with a rate', async () => {
  devices.length = 400;
  const began = Date.now();
  const uuid = await herald.start({ segment_id: segmentId, rate: 80 });
  await eventually(() => herald.sentTo(uuid).length === 3);
  // A batch has a minimum size: its message has the rate for the senders.
  const sent = herald.sentTo(uuid).map(({ core_ids, rate }) => [core_ids.length, rate]);
  expect(sent).toEqual([
    [100, 80],
    [100, 80],
    [100, 80],
  ]);
  expect(Date.now() - began).toBeGreaterThan(2_400);
  // To measure the time until a campaign's first push.
  const starts = herald.sentTo(uuid).map(({ started_at }) => started_at && Date.parse(started_at) >= began - 1_000);
  expect(starts).toEqual([true, undefined, undefined]);
});

describe('the next batch of a campaign with a rate', () => {
  let database: CampaignDatabase;
  beforeAll(async () => (database = await openCampaignDatabase()));
  afterAll(() => database?.stop());

  const rate = 100;
  const minuteMs = 60_000;
  const addCampaign = async (next_batch_at: Date) => {
    const campaign = await database.addCampaign({ rate, expanded: true, next_batch_at });
    return { campaign, batch: await database.addBatch(campaign, { total: 100 }) };
  };

  it.each([
    // Further ahead than a busy machine takes to look, and nearer than a clock that was set back.
    ['not earlier than its time', -20_000, false],
    ['at its time', 0, true],
    ['at once if its time is too far ahead, as after a clock was set back', -60 * minuteMs, true],
  ])('is dispatched %s', async (_, age, isDispatched) => {
    const { campaign, batch } = await addCampaign(ago(age));
    expect(await dispatchNextDue(campaign, rate, database.deps)).toBe(isDispatched);
    expect((await database.readBatch(batch)).state).toBe(isDispatched ? 'under way' : 'waiting');
    const { next_batch_at } = (await database.deps.Campaign.findOne({ uuid: campaign.uuid }).lean())!;
    expect(next_batch_at > ago(-2_000)).toBe(!isDispatched);
  });

  it('compensates for a quarter of a second that was missed, and for no more', async () => {
    const { campaign } = await addCampaign(ago(900));
    const began = Date.now();
    await dispatchNextDue(campaign, rate, database.deps);
    const { next_batch_at } = (await database.deps.Campaign.findOne({ uuid: campaign.uuid }).lean())!;
    expect(next_batch_at.getTime()).toBeGreaterThanOrEqual(began + 750);
    expect(next_batch_at.getTime()).toBeLessThanOrEqual(Date.now() + 750);
  });

  it('is dispatched once by two processes that find it due together', async () => {
    const { campaign, batch } = await addCampaign(ago(0));
    const next = await database.addBatch(campaign, { total: 100 });
    const run = () => dispatchNextDue({ ...campaign }, rate, database.deps);
    expect((await Promise.all([run(), run()])).sort()).toEqual([false, true]);
    const states = [(await database.readBatch(batch)).state, (await database.readBatch(next)).state];
    expect(states.sort()).toEqual(['under way', 'waiting']);
  });
});
