import type { Tested } from '@herald/testing';
import { companyNotFound, startWithCompanies } from './stored-companies.fixture';

let herald: Tested;
beforeAll(async () => (herald = await startWithCompanies()));
afterAll(() => herald?.stop());

it('reads a company that the token holds', async () => {
  const { status, body } = await herald.as({ companies: [1] })('GET /company/api/v2/company/1');
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: true, message: 'Found', company: { id: 1, name: 'Acme' } });
});

it('answers the same for an unknown company and for one that the token does not hold', async () => {
  const mine = herald.as({ companies: [1, 99] });
  const [foreign, unknown] = await Promise.all([2, 99].map((id) => mine(`GET /company/api/v2/company/${id}`)));
  expect([foreign!.status, foreign!.body]).toEqual(companyNotFound);
  expect([unknown!.status, unknown!.body]).toEqual(companyNotFound);
});
