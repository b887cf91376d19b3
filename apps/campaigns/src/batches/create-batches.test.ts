import { randomUUID } from 'node:crypto';
import { ago, openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import { createBatches } from './create-batches';

let database: CampaignDatabase;
beforeAll(async () => (database = await openCampaignDatabase()));
afterAll(() => database?.stop());

const dayMs = 86_400_000;
const list = (...core_ids: string[]) => ({ core_ids, variables: null });
type Pace = { rate?: number; finish_date?: Date };
const create = async (numbers: number, first: number, { rate, finish_date }: Pace = {}) => {
  const uuid = randomUUID();
  const lists = Array.from({ length: numbers }, (_, at) => list(`phone-${at}`));
  const owner = { uuid, rate: rate ?? null, finish_date: finish_date ?? null };
  await createBatches(owner, lists, { first, isWalk: false }, database.deps);
  return uuid;
};
const batchesOf = (uuid: string) => database.deps.Batch.find({ campaign_uuid: uuid }).sort({ number: 1 }).lean();
/** Days until the last of a campaign's entries expire. */
const expiryOf = async (uuid: string) => {
  const [last] = await database.deps.Entries.find({ campaign_uuid: uuid }).sort({ forget_at: -1 }).limit(1).lean();
  return (last!.forget_at.getTime() - Date.now()) / dayMs;
};

it('numbers batches in order, and leaves numbers that exist as they are', async () => {
  const uuid = await create(120, 0);
  const before = await batchesOf(uuid);
  expect(before.map(({ number }) => number)).toEqual(Array.from({ length: 120 }, (_, at) => at));
  const lists = [list('a', 'b'), list('c')];
  await createBatches({ uuid, rate: null, finish_date: null }, lists, { first: 119, isWalk: false }, database.deps);
  const after = await batchesOf(uuid);
  expect(after.slice(0, 120)).toEqual(before);
  expect(after.slice(120)).toMatchObject([{ number: 120, state: 'listed', total: 1 }]);
});

it('counts the devices of a walk not before they are targets', async () => {
  const uuid = randomUUID();
  const owner = { uuid, rate: null, finish_date: null };
  await createBatches(owner, [list('a', 'b')], { first: 0, isWalk: true }, database.deps);
  expect(await batchesOf(uuid)).toMatchObject([{ state: 'listed', total: 0 }]);
});

it('keeps devices for 30 days after the finish date', async () => {
  expect(await expiryOf(await create(1, 0))).toBeCloseTo(30, 2);
  expect(await expiryOf(await create(1, 0, { finish_date: ago(-9 * dayMs) }))).toBeCloseTo(39, 2);
});

it('keeps devices for 30 days after the rate has dispatched them', async () => {
  // A batch of 100 in 100 seconds: the last of 86,400 batches in 100 days.
  expect(await expiryOf(await create(1, 86_399, { rate: 1 }))).toBeCloseTo(130, 2);
});
