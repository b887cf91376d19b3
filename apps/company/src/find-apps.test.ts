import type { Tested } from '@herald/testing';
import { startWithCompanies } from './stored-companies.fixture';

let herald: Tested;
beforeAll(async () => (herald = await startWithCompanies()));
afterAll(() => herald?.stop());

const find = (query: Record<string, string>, companies: number[] | '*' = '*') =>
  herald.as(companies === '*' ? {} : { companies })('GET /company/api/v2/app', { query });

it('finds the apps of a bundle id in the companies of the token', async () => {
  const { status, body } = await find({ bundle_id: 'com.acme.two' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: true, message: 'Found', page: 1, total: 1 });
  expect(body.app).toMatchObject([{ id: 2, bundle_id: 'com.acme.two', flavor_id: 'com.acme.two' }]);
  expect((await find({ bundle_id: 'com.acme.two' }, [2])).body).toMatchObject({ total: 0, app: [] });
});

it('limits them to one flavor, and requires a bundle id', async () => {
  expect((await find({ bundle_id: 'com.acme.two', flavor_id: 'com.acme.one' })).body.total).toBe(0);
  expect((await find({ flavor_id: 'com.acme.two' })).status).toBe(422);
});
