import { startForTest, type Tested } from '@herald/testing';
import { service } from './service';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service, { AUDIT_QUOTA_RECORDS: '10' })));
afterAll(() => herald?.stop());

const records = (count: number, company_id: number) =>
  Array.from({ length: count }, () => ({ company_id, application: 'wallet', type_audit: 'login' }));
const add = (body: object[]) => herald.as()('POST /audit/api/v1/audit', { body });
const stored = () => herald.database('audit').collection('audit_records').countDocuments();

it('limits each company to its quota, and stores nothing of a request that exceeds one', async () => {
  expect((await add(records(8, 1))).status).toBe(201);
  const refused = await add([...records(2, 2), ...records(3, 1)]);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { company_id: ['has used up its quota of audit records'] },
  ]);
  expect(await stored()).toBe(8);
  expect((await add([...records(10, 2), ...records(2, 1)])).status).toBe(201);
  expect((await add(records(1, 2))).status).toBe(422);
});
