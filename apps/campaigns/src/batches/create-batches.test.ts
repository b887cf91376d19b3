import { randomUUID } from 'node:crypto';
import { openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import type { Portion } from '../portions/portion.model';
import { completeBatches, createBatches } from './create-batches';

let database: CampaignDatabase;
beforeAll(async () => (database = await openCampaignDatabase()));
afterAll(() => database?.stop());

const portionOf = (campaign_uuid: string, first: number, sizes: number[]): Portion => {
  const starts = sizes.map((_, index) => index);
  const next = null;
  return { _id: randomUUID(), campaign_uuid, position: 0, first, sizes, starts, lists_id: randomUUID(), next };
};
const batchesOf = (uuid: string) => database.deps.Batch.find({ campaign_uuid: uuid }).sort({ number: 1 }).lean();

it('numbers the batches of a portion in order, and counts their devices at once', async () => {
  const uuid = randomUUID();
  const portion = portionOf(uuid, 5, [1_000, 1_000, 7]);
  await createBatches(portion, database.deps);
  const { lists_id } = portion;
  expect(await batchesOf(uuid)).toMatchObject([
    { number: 5, state: 'listed', total: 1_000, entries_id: `${lists_id}/0`, by_place: true },
    { number: 6, state: 'listed', total: 1_000, entries_id: `${lists_id}/1` },
    { number: 7, state: 'listed', total: 7, entries_id: `${lists_id}/2` },
  ]);
});

it('completes a portion whose process died, and leaves what exists as it is', async () => {
  const uuid = randomUUID();
  const portion = portionOf(uuid, 0, [2, 2, 2]);
  await createBatches({ ...portion, sizes: [2] }, database.deps);
  await database.deps.Batch.updateOne({ campaign_uuid: uuid }, { $set: { state: 'done' } });
  await completeBatches(portion, database.deps);
  await createBatches(portion, database.deps);
  expect((await batchesOf(uuid)).map(({ state }) => state)).toEqual(['done', 'listed', 'listed']);
});
