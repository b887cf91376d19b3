import { eventually } from '@herald/testing';
import { segmentId, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
const devices = Array.from({ length: 7_000 }, (_, at) => `phone-${at}`);
beforeAll(async () => (herald = await startCampaigns(devices)));
afterAll(() => herald?.stop());

/** For thousands of devices, on a busy machine. */
const timeoutMs = 20_000;

it('keeps twelve batches in flight and dispatches the next as results arrive', async () => {
  const uuid = await herald.start({ segment_id: segmentId });
  await eventually(() => herald.sentTo(uuid).length >= 12, timeoutMs);
  await eventually(async () => (await herald.read(uuid)).statistics.total === 7_000, timeoutMs);
  expect(herald.sentTo(uuid).length).toBeLessThan(14);
  await herald.settle(herald.sentTo(uuid)[0]!);
  await eventually(() => herald.sentTo(uuid).length >= 13, timeoutMs);
  for (let at = 1; at < 14; at++) await herald.settle(await eventually(() => herald.sentTo(uuid)[at], timeoutMs));
  await eventually(async () => (await herald.read(uuid)).terminated, timeoutMs);
  const all = herald.sentTo(uuid).flatMap(({ core_ids }) => core_ids);
  expect([all.length, new Set(all).size]).toEqual([7_000, 7_000]);
}, 90_000);

it('dispatches by the clock with a rate', async () => {
  devices.length = 400;
  const began = Date.now();
  const uuid = await herald.start({ segment_id: segmentId, rate: 80 });
  await eventually(() => herald.sentTo(uuid).length === 3, 15_000);
  // A batch has a minimum size: its message has the rate for the senders.
  const sent = herald.sentTo(uuid).map(({ core_ids, rate }) => [core_ids.length, rate]);
  expect(sent).toEqual([
    [100, 80],
    [100, 80],
    [100, 80],
  ]);
  expect(Date.now() - began).toBeGreaterThan(2_400);
}, 30_000);
