import { eventually } from '@herald/testing';
import { ago, openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import { keepPace } from './keep-pace';

let database: CampaignDatabase;
beforeEach(async () => (database = await openCampaignDatabase()));
afterEach(() => database?.stop());

const rate = 100;
const addCampaign = async (batches: number) => {
  const campaign = await database.addCampaign({ rate, expanded: true, next_batch_at: ago(0) });
  for (let at = 0; at < batches; at++) await database.addBatch(campaign, { total: 20 });
  return campaign;
};

it('dispatches each batch at its time, and ends when none is due', async () => {
  const { uuid } = await addCampaign(6);
  const began = Date.now();
  await keepPace(uuid, database.deps, new AbortController().signal);
  expect(database.publishedIds()).toHaveLength(6);
  // Five times a fifth of a second, less what may be compensated.
  expect(Date.now() - began).toBeGreaterThanOrEqual(5 * 200 - 250);
  expect(database.deps.paced.size).toBe(0);
});

it('dispatches nothing of a campaign that was stopped meanwhile', async () => {
  const { uuid } = await addCampaign(30);
  const running = keepPace(uuid, database.deps, new AbortController().signal);
  await eventually(() => database.publishedIds().length > 0);
  await database.deps.Campaign.updateOne({ uuid }, { $set: { terminated: true } });
  await running;
  expect(database.publishedIds().length).toBeLessThan(30);
});

it('is kept once by a process, and ends with it', async () => {
  const { uuid } = await addCampaign(30);
  const stop = new AbortController();
  const running = keepPace(uuid, database.deps, stop.signal);
  await keepPace(uuid, database.deps, stop.signal);
  await eventually(() => database.publishedIds().length > 0);
  stop.abort();
  await running;
  expect(database.publishedIds().length).toBeLessThan(30);
  expect(database.deps.paced.size).toBe(0);
});
