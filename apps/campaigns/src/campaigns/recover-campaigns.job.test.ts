import { bulkInsert } from '@herald/persistence';
import type { Batch } from '../batches/batch.model';
import { ago, openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import { recoverCampaigns } from './recover-campaigns.job';

let database: CampaignDatabase;
beforeEach(async () => (database = await openCampaignDatabase()));
afterEach(() => database?.stop());

const recover = () => recoverCampaigns.run(database.deps, new AbortController().signal);
const minuteMs = 60_000;

it('dispatches a waiting batch, and one whose process died before it published', async () => {
  const campaign = await database.addCampaign({ expanded: true });
  const waiting = await database.addBatch(campaign);
  const abandoned = await database.addBatch(campaign, { state: 'taken', moved_at: ago(6_000) });
  const busy = await database.addBatch(campaign, { state: 'taken', moved_at: ago(1_000) });
  await recover();
  expect(database.publishedIds()).toEqual([waiting._id, abandoned._id]);
  for (const batch of [waiting, abandoned]) expect((await database.readBatch(batch)).state).toBe('under way');
  expect(await database.readBatch(busy)).toEqual(busy);
});

it.each([
  ['under way', 1, 3],
  ['retrying', 29, 31],
] as const)('publishes a batch again that is %s without news, after its time', async (state, early, late) => {
  const campaign = await database.addCampaign({ expanded: true });
  const fresh = await database.addBatch(campaign, { state, moved_at: ago(early * minuteMs) });
  const silent = await database.addBatch(campaign, { state, moved_at: ago(late * minuteMs) });
  await recover();
  await recover();
  expect(database.publishedIds()).toEqual([silent._id]);
  expect(await database.readBatch(fresh)).toEqual(fresh);
  const moved = await database.readBatch(silent);
  expect([moved.state, moved.moved_at > ago(minuteMs)]).toEqual([state, true]);
});

it('publishes a batch again whose time lies in the future, as after a clock was set back', async () => {
  const campaign = await database.addCampaign({ expanded: true });
  const future = await database.addBatch(campaign, { state: 'under way', moved_at: ago(-60 * minuteMs) });
  await recover();
  expect(database.publishedIds()).toEqual([future._id]);
  expect((await database.readBatch(future)).moved_at <= new Date()).toBe(true);
});

it('leaves batches of stopped campaigns alone, and is not delayed by them', async () => {
  const stopped = await database.addCampaign({ expanded: true, terminated: true });
  const campaign = await database.addCampaign({ expanded: true });
  const left: Batch[] = [];
  for (const state of ['waiting', 'under way', 'retrying'] as const) {
    const first = await database.addBatch(stopped, { state, moved_at: ago(300 * minuteMs) });
    const more = Array.from({ length: 60 }, (_, at) => ({ ...first, _id: `${first._id}-${at}` }));
    await bulkInsert(database.deps.Batch, more);
    left.push(first, ...more);
  }
  const silent = await database.addBatch(campaign, { state: 'under way', moved_at: ago(3 * minuteMs) });
  const retry = await database.addBatch(campaign, { state: 'retrying', moved_at: ago(31 * minuteMs) });
  await recover();
  expect(database.publishedIds()).toEqual([silent._id, retry._id]);
  const after = await database.deps.Batch.find({ campaign_uuid: stopped.uuid }).lean();
  const byId = (one: { _id: string }, other: { _id: string }) => one._id.localeCompare(other._id);
  expect(after.sort(byId)).toEqual(left.sort(byId));
});

it('publishes the batches first that were silent for longest', async () => {
  const campaign = await database.addCampaign({ expanded: true });
  const minutes = [4, 9, 3, 7];
  const batches: Batch[] = [];
  for (const at of minutes)
    batches.push(await database.addBatch(campaign, { state: 'under way', moved_at: ago(at * minuteMs) }));
  await recover();
  expect(database.publishedIds()).toEqual([1, 3, 0, 2].map((at) => batches[at]!._id));
});

it('has a campaign expanded that no process works on', async () => {
  const forgotten = await database.addCampaign({ expanding_at: ago(31_000) });
  await database.addCampaign({ expanding_at: ago(1_000) });
  await database.addCampaign({ expanding_at: ago(31_000), terminated: true });
  await recover();
  await recover();
  expect(database.emitted).toEqual([{ type: 'campaign.expanding', data: { campaign_uuid: forgotten.uuid } }]);
});

it('ends campaigns without open batches, unless their finish date is ahead', async () => {
  const done = await database.addCampaign({ expanded: true });
  const over = await database.addCampaign({ expanded: true, finish_date: ago(1_000) });
  const ahead = await database.addCampaign({ expanded: true, finish_date: ago(-minuteMs) });
  const open = await database.addCampaign({ expanded: true });
  await database.addBatch(done, { state: 'done' });
  await database.addBatch(open, { state: 'retrying' });
  await recover();
  const { Campaign, Entries } = database.deps;
  const ended = await Campaign.find({ terminated: true }).lean();
  expect(ended.map(({ uuid }) => uuid).sort()).toEqual([done.uuid, over.uuid].sort());
  expect(await Campaign.countDocuments({ uuid: { $in: [ahead.uuid, open.uuid] }, terminated: false })).toBe(2);
  // Personal data is deleted with the campaign's end.
  expect((await Entries.find().lean()).map(({ campaign_uuid }) => campaign_uuid)).toEqual([open.uuid]);
});
