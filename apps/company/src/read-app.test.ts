import type { Tested } from '@herald/testing';
import { startWithCompanies } from './stored-companies.fixture';

let herald: Tested;
beforeAll(async () => (herald = await startWithCompanies()));
afterAll(() => herald?.stop());

it('reads an app of a company that the token holds, and no other', async () => {
  expect((await herald.as({ companies: [1] })('GET /company/api/v2/app/2')).body.app.bundle_id).toBe('com.acme.two');
  const foreign = await herald.as({ companies: [2] })('GET /company/api/v2/app/2');
  expect([foreign.status, foreign.body]).toEqual([404, { status: false, message: 'App not found.' }]);
});
