import { openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import type { Campaign } from '../campaigns/campaign.model';
import type { CampaignsDeps } from '../deps';
import { listPortion } from './list-portion';
import { lastPortion } from './save-portion';

let database: CampaignDatabase;
beforeAll(async () => (database = await openCampaignDatabase()));
afterAll(() => database?.stop());

const phones = (count: number) => Array.from({ length: count }, (_, at) => `phone-${at}`);

/** The dependencies with a segment of these devices; `onPage` runs while a page is on its way. */
function withSegment(devices: string[], onPage: () => Promise<unknown> = async () => {}): CampaignsDeps {
  const segmentDevices = async (_: string, { after, per_page }: { after?: string; per_page?: number }) => {
    await onPage();
    const from = Number(after);
    const data = devices.slice(from, from + per_page!).map((core_id) => ({ core_id }));
    const end = from + per_page!;
    return { data, total: devices.length, next: end < devices.length ? String(end) : null };
  };
  return { ...database.deps, segmentDevices } as never;
}

const read = async ({ uuid }: Campaign) => (await database.deps.Campaign.findOne({ uuid }).lean())!;
const step = async (campaign: Campaign, deps: CampaignsDeps) =>
  listPortion(campaign, await lastPortion(campaign.uuid, deps), deps);
async function walk(campaign: Campaign, deps: CampaignsDeps): Promise<number> {
  for (let steps = 1; ; steps++) {
    await step(campaign, deps);
    if ((await read(campaign)).expanded) return steps;
  }
}
async function listedOf({ uuid: campaign_uuid }: Campaign) {
  const { Batch, Entries, Portion } = database.deps;
  const batches = await Batch.find({ campaign_uuid }).sort({ number: 1 }).lean();
  const entries = await Entries.find({ campaign_uuid }).lean();
  const portions = await Portion.find({ campaign_uuid }).sort({ position: 1 }).lean();
  const used = batches.map(({ entries_id }) => entries.find(({ _id }) => _id === entries_id)!);
  return { batches, portions, coreIds: used.flatMap(({ core_ids }) => core_ids), entries: entries.length };
}

it('lists each device once, in few portions, beginning with a small one', async () => {
  const campaign = await database.addCampaign({ segment_id: 'all' });
  const devices = phones(23_456);
  await walk(campaign, withSegment(devices));
  const { batches, portions, coreIds, entries } = await listedOf(campaign);
  expect(coreIds.toSorted()).toEqual(devices.toSorted());
  expect(portions.map(({ first, sizes }) => [first, sizes.length])).toEqual([
    [0, 1],
    [1, 2],
    [3, 4],
    [7, 8],
    [15, 10],
  ]);
  expect(batches.map(({ number }) => number)).toEqual(batches.map((_, at) => at));
  expect([batches.reduce((sum, { total }) => sum + total, 0), entries]).toEqual([devices.length, batches.length]);
});

it('ends the walk of a segment without devices', async () => {
  const campaign = await database.addCampaign({ segment_id: 'none' });
  await walk(campaign, withSegment([]));
  expect(await listedOf(campaign)).toMatchObject({ batches: [], portions: [{ sizes: [], next: null }] });
  expect(await read(campaign)).toMatchObject({ expanded: true, walked_at: expect.any(Date) });
});

it('lists each device once when two processes walk at once and devices join meanwhile', async () => {
  const campaign = await database.addCampaign({ segment_id: 'all' });
  const devices = phones(9_000);
  let joined = 0;
  const deps = withSegment(devices, async () => {
    devices.push(`late-${joined++}`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  });
  await Promise.all([walk(campaign, deps), walk(campaign, deps), walk(campaign, deps)]);
  const { coreIds, entries, batches } = await listedOf(campaign);
  expect(new Set(coreIds).size).toBe(coreIds.length);
  expect(coreIds).toEqual(expect.arrayContaining(phones(9_000)));
  // What a slower process listed is removed.
  expect(entries).toBe(batches.length);
});

it('completes the batches of a portion whose process died', async () => {
  const campaign = await database.addCampaign({ segment_id: 'all' });
  const devices = phones(6_000);
  const deps = withSegment(devices);
  await step(campaign, deps);
  await step(campaign, deps);
  await database.deps.Batch.deleteMany({ campaign_uuid: campaign.uuid, number: { $gte: 3 } });
  await walk(campaign, deps);
  expect((await listedOf(campaign)).coreIds.toSorted()).toEqual(devices.toSorted());
});
