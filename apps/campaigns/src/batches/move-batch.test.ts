import { randomUUID } from 'node:crypto';
import { ago, openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import type { Batch as Stored } from './batch.model';
import { batchMoves, batchStates, type BatchEvent, type BatchState } from './batch-states';
import { moveBatch, moveBatches, moveFirstBatch } from './move-batch';

let database: CampaignDatabase;
let Batch: CampaignDatabase['deps']['Batch'];
beforeAll(async () => {
  database = await openCampaignDatabase();
  ({ Batch } = database.deps);
});
afterAll(() => database?.stop());

const before = ago(60_000);
const addBatch = (change: Partial<Stored> = {}) =>
  database.addBatch({ uuid: randomUUID() }, { moved_at: before, ...change });

const events = Object.keys(batchMoves) as BatchEvent[];
const waysToMove: [string, (event: BatchEvent, batch: Stored) => Promise<unknown>, moved: unknown, not: unknown][] = [
  ['moveBatch', (event, { _id }) => moveBatch(Batch, event, { _id }), true, false],
  [
    'moveFirstBatch',
    (event, { campaign_uuid }) => moveFirstBatch(Batch, event, { campaign_uuid }),
    expect.any(Object),
    null,
  ],
  ['moveBatches', (event, { _id }) => moveBatches(Batch, event, { _id }), undefined, undefined],
];

describe.each(waysToMove)('%s', (_, move, moved, notMoved) => {
  it.each(events)('moves by %s from the declared states, and changes nothing in all others', async (event) => {
    const { from, to }: { from: BatchState[]; to: BatchState } = batchMoves[event];
    for (const state of batchStates) {
      const batch = await addBatch({ state });
      const isAllowed = from.includes(state);
      expect([state, await move(event, batch)]).toEqual([state, isAllowed ? moved : notMoved]);
      const expected = isAllowed ? { ...batch, state: to, moved_at: expect.any(Date) } : batch;
      const after = await database.readBatch(batch);
      expect(after).toEqual(expected);
      expect(after.moved_at > before).toBe(isAllowed);
    }
  });
});

it('gives a batch that two processes take to one of them', async () => {
  const { _id } = await addBatch({ state: 'waiting' });
  const takes = await Promise.all([1, 2, 3].map(() => moveBatch(Batch, 'taken', { _id })));
  expect(takes.filter(Boolean)).toHaveLength(1);
});

it('takes the waiting batches of a campaign in the order of their numbers', async () => {
  const campaign = await database.addCampaign();
  const batches: Stored[] = [];
  for (const state of ['done', 'waiting', 'waiting'] as const)
    batches.push(await database.addBatch(campaign, { state }));
  const take = () => moveFirstBatch(Batch, 'taken', { campaign_uuid: campaign.uuid });
  expect(await take()).toMatchObject({ _id: batches[1]!._id, state: 'taken' });
  expect(await take()).toMatchObject({ _id: batches[2]!._id, state: 'taken' });
  expect(await take()).toBeNull();
});

it('never lowers a count', async () => {
  const { _id } = await addBatch({ state: 'under way', total: 9, sended: 5, fails: 1 });
  await moveBatch(Batch, 'partlySettled', { _id }, { grow: { sended: 4, fails: 2 } });
  expect(await database.readBatch({ _id })).toMatchObject({ state: 'under way', sended: 5, fails: 2 });
});
