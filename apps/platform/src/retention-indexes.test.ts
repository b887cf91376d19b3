import { v7 } from 'uuid';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { fillCollections, wholeReads, type Seen } from './query-plans.fixture';
import { allServices } from './services';

/** Looking for what is past its retention, and removing it, reads no collection whole. */
type Name = Parameters<Tested['database']>[0];

const old = new Date(Date.now() - 2_000 * 86_400_000);
const company_id = '1';
const campaign_uuid = '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f11';
/** What is due, and the rows that its removal looks up; by service and collection. */
const due: [Name, string, Record<string, unknown>][] = [
  ['audit', 'audit_records', { _id: `${v7({ msecs: old.getTime() })}.-000`, company_id, stored_at: old }],
  ['campaigns', 'targets', { _id: 'campaign/phone', status: 'sended' }],
  ['campaigns', 'campaigns', { uuid: 'campaign', company_id, terminated: true, updated_at: old }],
  ['chronos', 'file_versions', { file_uuid: 'file', version: 1, upload: 'upload', size: 1, replaced_at: old }],
  ['events', 'service_events', { uuid: 'event', created_at: old }],
  ['identification', 'devices', { core_id: 'phone', company_id, person_dni: '1', reported_at: old }],
  ['identification', 'persons', { dni: '1', company_id, claims: [{ core_id: 'phone', at: old }] }],
  ['identification', 'subject_requests', { uuid: 'request', company_id, finished_at: old }],
  ['notifications', 'deliveries', { _id: 'delivery', created_at: old }],
  ['notifications', 'campaigns', { _id: campaign_uuid, oldest_at: old, sent_at: old }],
  [
    'notifications',
    'campaign_deliveries',
    { _id: '4f6f8f3e-1d1b-8b52-9d4c-0a4c7b6f3f10', campaign_uuid, created_at: old },
  ],
  ['notifications', 'push_tokens', { _id: 'token', token: null, reported_at: old }],
  ['sapien', 'credentials', { uuid: 'card', company_id, created_at: old }],
];
const beside: typeof due = [
  ['campaigns', 'batches', { _id: 'campaign/1', campaign_uuid: 'campaign', state: 'done', number: 1 }],
  ['campaigns', 'target_lists', { _id: 'campaign/1', campaign_uuid: 'campaign', core_ids: ['phone'] }],
  ['chronos', 'file_registers', { uuid: 'file', company_id }],
];
/** What is left of a record that goes in part. */
const left: Record<string, object> = {
  'campaigns campaigns': { targets_removed_at: null },
  'notifications campaigns': { oldest_at: { $exists: true } },
  'identification persons': { 'claims.0': { $exists: true } },
};

const seen: Seen[] = [];
let herald: Tested;
beforeAll(async () => {
  // By default these stay until they are erased.
  const days = { AUDIT_DAYS: '400', FILE_VERSION_DAYS: '400', DEVICE_DAYS: '400' };
  herald = await startForTest(allServices, days, {
    onQuery: (database, command) => void seen.push({ database, command }),
  });
  for (const [service, collection, row] of [...beside, ...due])
    await herald
      .database(service)
      .collection(collection)
      .insertOne({ ...row } as never);
});
afterAll(() => herald?.stop());

it('has a row of every kind that a setting removes', () => {
  const kinds = allServices.flatMap(({ name, retention = [] }) =>
    retention.flatMap(({ collection, remove }) => (collection && remove ? `${name} ${collection}` : [])),
  );
  const rows = due.map(([service, collection]) => `${service} ${collection}`);
  expect(rows).toEqual(expect.arrayContaining(kinds));
});

it('finds and removes all by indexes', async () => {
  // Each removal looks once a minute.
  for (const [service, collection, { _id, uuid, core_id, dni, file_uuid }] of due) {
    const row = JSON.parse(JSON.stringify({ _id, uuid, core_id, dni, file_uuid })) as object;
    const rows = herald.database(service).collection(collection);
    await eventually(
      async () => (await rows.countDocuments({ ...row, ...left[`${service} ${collection}`] })) === 0,
      240_000,
    );
  }
  const sent = seen.splice(0);
  for (const [service, collection] of due)
    expect(sent).toContainEqual({
      database: expect.stringMatching(new RegExp(`_${service}$`)),
      command: expect.objectContaining({ find: collection }),
    });
  await fillCollections(herald);
  expect(await wholeReads(herald, sent)).toEqual([]);
}, 600_000);
