import { ago, openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import { measurePending } from './measure-pending.job';

let it_: CampaignDatabase;
beforeAll(async () => (it_ = await openCampaignDatabase()));
beforeEach(() => Promise.all([it_.deps.Campaign.deleteMany({}), it_.deps.Batch.deleteMany({})]));
afterAll(() => it_.stop());

const measure = () => measurePending.run(it_.deps, new AbortController().signal);
const pending = (pace: string) => it_.measured(`herald_campaign_pending_targets{pace="${pace}"}`);
const oldest = (pace: string) => it_.measured(`herald_campaign_oldest_pending_seconds{pace="${pace}"}`);

it('sums what open batches of active campaigns have left, and the age of the oldest', async () => {
  const created_at = ago(900_000);
  const campaign = await it_.addCampaign({ created_at });
  await it_.addBatch(campaign, { state: 'done', total: 500, sended: 500, listed_at: ago(800_000) });
  await it_.addBatch(campaign, { state: 'retrying', total: 500, sended: 400, fails: 40, listed_at: ago(600_000) });
  await it_.addBatch(campaign, { state: 'listed', total: 300 });
  await it_.addBatch(await it_.addCampaign({ terminated: true }), { total: 7 });
  await it_.addBatch(await it_.addCampaign({ rate: 10, created_at }), { total: 20, listed_at: ago(60_000) });
  await measure();
  expect([await pending('unlimited'), await pending('limited')]).toEqual([360, 20]);
  for (const [pace, seconds] of [
    ['unlimited', 600],
    ['limited', 60],
  ] as const) {
    expect(await oldest(pace)).toBeGreaterThanOrEqual(seconds);
    expect(await oldest(pace)).toBeLessThan(seconds + 60);
  }
});

it('counts a campaign from its approval on', async () => {
  const decided = { requested_by: 'one', devices: 5, expires_at: new Date(), decided_by: 'other' };
  const waits = { ...decided, status: 'pending' as const, decided_by: null, decided_at: null };
  await it_.addBatch(await it_.addCampaign({ approval: waits }), { total: 9, state: 'listed' });
  const approval = { ...decided, status: 'approved' as const, decided_at: ago(5_000) };
  await it_.addBatch(await it_.addCampaign({ approval }), { total: 5, listed_at: ago(600_000) });
  await measure();
  expect(await pending('unlimited')).toBe(5);
  expect(await oldest('unlimited')).toBeLessThan(120);
});

it('shows zeros once nothing is left, and where another process measures', async () => {
  const batch = await it_.addBatch(await it_.addCampaign(), { total: 3 });
  await measure();
  expect(await pending('unlimited')).toBe(3);
  await it_.deps.Batch.updateOne({ _id: batch._id }, { $set: { state: 'done', sended: 3 } });
  await measure();
  expect([await pending('unlimited'), await oldest('unlimited')]).toEqual([0, 0]);
  await it_.deps.Batch.updateOne({ _id: batch._id }, { $set: { state: 'waiting', sended: 0 } });
  await measure();
  measurePending.onStandBy!(it_.deps);
  expect([await pending('unlimited'), await oldest('unlimited')]).toEqual([0, 0]);
});
