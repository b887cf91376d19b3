import { bulkInsert } from '@herald/persistence';
import { openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import { readTargets } from './read-targets';
import { settleTargets } from './settle-targets';

let database: CampaignDatabase;
beforeAll(async () => (database = await openCampaignDatabase()));
afterAll(() => database?.stop());

const settled_at = new Date('2026-01-01T00:00:00.000Z');

/** A campaign with two batches, as an earlier version stored it: each target with its outcome. */
async function oldCampaign() {
  const campaign = await database.addCampaign({ expanded: true });
  const { uuid } = campaign;
  const first = await database.addBatch(campaign, { state: 'under way', total: 3, sended: 1, fails: 1 });
  await database.addBatch(campaign, { state: 'waiting', total: 1 });
  const old = [
    { _id: `${uuid}/a`, batch: 0, status: 'sended', settled_at },
    { _id: `${uuid}/b`, batch: 0, status: 'fails', reason: 'UNREGISTERED', settled_at },
    { _id: `${uuid}/c`, batch: 0, status: 'pending', action: 'RECEIVED', revision: 1, reported_in: first._id },
    { _id: `${uuid}/d`, batch: 1, status: 'pending' },
  ];
  await bulkInsert(database.deps.Target, old as never[]);
  return { uuid, batch_id: first._id };
}

it('shows the targets of an earlier version', async () => {
  const { uuid } = await oldCampaign();
  const pending = { status: 'pending', reason: null, action: null, settled_at: null };
  expect((await readTargets(uuid, { skip: 0, limit: 10 }, database.deps)).data).toEqual([
    { core_id: 'a', status: 'sended', reason: null, action: null, settled_at },
    { core_id: 'b', status: 'fails', reason: 'UNREGISTERED', action: null, settled_at },
    { ...pending, core_id: 'c', action: 'RECEIVED' },
    { ...pending, core_id: 'd' },
  ]);
});

it('settles the targets of an earlier version, also by results that arrive together', async () => {
  const { uuid, batch_id } = await oldCampaign();
  const results = { campaign_uuid: uuid, batch_id, sent: ['c', 'b'], failed: [{ reason: 'late', core_ids: ['a'] }] };
  const settle = () => settleTargets(results, database.deps);
  expect(await Promise.all([settle(), settle(), settle()])).toEqual(
    Array.from({ length: 3 }, () => ({ sended: 2, fails: 1 })),
  );
});
