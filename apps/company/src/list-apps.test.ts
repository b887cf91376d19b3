import type { Tested } from '@herald/testing';
import { companyNotFound, startWithCompanies } from './stored-companies.fixture';

let herald: Tested;
beforeAll(async () => (herald = await startWithCompanies()));
afterAll(() => herald?.stop());

it('lists the apps page by page', async () => {
  const list = (query: Record<string, number>) =>
    herald.as({ companies: ['1'] })('GET /company/api/v2/company/1/app', { query });
  const first = await list({ per_page: 2 });
  expect(first.body).toMatchObject({ status: true, message: 'Found', page: 1, per_page: 2, total: 3 });
  expect(first.body.app.map(({ name, bundle_id }: Record<string, string>) => [name, bundle_id])).toEqual([
    ['', 'com.acme.one'],
    ['', 'com.acme.two'],
  ]);
  const second = await list({ per_page: 2, page: 2 });
  expect(second.body).toMatchObject({ page: 2, total: 3, app: [{ bundle_id: 'com.acme.three' }] });
  expect((await list({ per_page: 1001 })).status).toBe(422);
});

it('does not list the apps of another company', async () => {
  const { status, body } = await herald.as({ companies: [2] })('GET /company/api/v2/company/1/app');
  expect([status, body]).toEqual(companyNotFound);
});
