import { startForTest, type Tested } from '@herald/testing';
import { v7 } from 'uuid';
import { recordId } from './audit-record.model';
import { auditDeps, type AuditDeps } from './deps';
import { indexEarlierRecords } from './index-earlier-records.job';
import { service } from './service';

const minuteMs = 60_000;

let herald: Tested;
let deps: AuditDeps;
beforeAll(async () => {
  herald = await startForTest({ ...service, jobs: [] });
  deps = auditDeps({ database: herald.database('audit'), settings: { AUDIT_QUOTA_RECORDS: 0 } } as never);
  await earlierRecords().createIndex({ found_by: 1, stored_at: -1 });
});
afterAll(() => herald?.stop());

const earlierRecords = () => herald.database('audit').collection('audit_records');
const run = () => indexEarlierRecords.run(deps, new AbortController().signal);
/** Counts of older blocks are cached for a minute: a later count names another company beside. */
const total = async (application: string, companies: '*' | number[] = '*') =>
  (await herald.as({ companies })('POST /audit/api/v1/audit/search', { body: { application } })).body.total;

/** Stores a block as an earlier version does. */
async function storeEarlier(application: string, { size, minutesAgo }: { size: number; minutesAgo: number }) {
  const at = new Date();
  const block = v7({ msecs: Date.now() - minutesAgo * minuteMs });
  const records = Array.from({ length: size }, (_, position) => ({
    ...{ _id: recordId(block, position) as never, company_id: '1', application: `${application}-${position % 2}` },
    ...{ created_at: at, stored_at: at, found_by: ['company_id=1'] },
  }));
  await earlierRecords().insertMany(records);
}

it('makes the records of an earlier version searchable', async () => {
  for (const size of [1, 1_000, 700, 3]) await storeEarlier('old', { size, minutesAgo: 1_000 });
  await herald.as()('POST /audit/api/v1/audit', { body: { company_id: 1, application: 'new' } });
  expect(await total('old-0', [1])).toBe(0);
  for (let pass = 0; pass < 2; pass++) {
    await run();
    expect([await total('old-0'), await total('old-1'), await total('new')]).toEqual([853, 851, 1]);
  }
});

it('follows processes of the earlier version during a rolling update, and drops their index after it', async () => {
  await herald
    .database('audit')
    .collection('posting_progress')
    .updateOne({}, { $set: { last: '0' } });
  await storeEarlier('beside', { size: 5, minutesAgo: 10 });
  await run();
  await storeEarlier('beside', { size: 2, minutesAgo: 0 });
  expect(await total('beside-0')).toBe(3);
  expect(await earlierRecords().indexes()).toHaveLength(2);

  // A repeat with an Idempotency-Key stores a block that is older than what the job has seen.
  await storeEarlier('repeated', { size: 1, minutesAgo: 600 });
  await run();
  expect(await total('repeated-0', [1])).toBe(0);
  const yesterday = new Date(Date.now() - 24 * 60 * minuteMs - 1);
  await herald
    .database('audit')
    .collection('posting_progress')
    .updateOne({}, { $set: { started_at: yesterday } });
  await run();
  expect(await total('repeated-0')).toBe(1);
  expect((await earlierRecords().indexes()).map(({ key }) => Object.keys(key)[0])).toEqual(['_id']);
});
