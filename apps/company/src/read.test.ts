import { startForTest, type Tested } from '@herald/testing';
import { service } from './service';

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service);
  for (const name of ['Acme', 'Globex'])
    await herald.as()('POST /company/api/v2/company', { body: { name, identified_by: 'email' } });
  for (const name of ['one', 'two', 'three'])
    await herald.as()('POST /company/api/v2/app', {
      body: {
        company_id: 1,
        bundle_id: `com.acme.${name}`,
        flavor_id: `com.acme.${name}`,
        os: 'ios',
        capabilities: [],
      },
    });
});
afterAll(() => herald?.stop());

const missing = [404, { status: false, message: 'Company not found.' }];

describe('GET /company/api/v2/company/:id', () => {
  it('reads a company that the token holds', async () => {
    const { status, body } = await herald.as({ companies: [1] })('GET /company/api/v2/company/1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: true, message: 'Found', company: { id: 1, name: 'Acme' } });
  });

  it('answers the same for an unknown company and for one of somebody else', async () => {
    const mine = herald.as({ companies: [1, 99] });
    const [foreign, unknown] = await Promise.all([2, 99].map((id) => mine(`GET /company/api/v2/company/${id}`)));
    expect([foreign!.status, foreign!.body]).toEqual(missing);
    expect([unknown!.status, unknown!.body]).toEqual(missing);
  });
});

describe('GET /company/api/v2/company/:id/app', () => {
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

  it('shows nobody the apps of another company', async () => {
    const { status, body } = await herald.as({ companies: [2] })('GET /company/api/v2/company/1/app');
    expect([status, body]).toEqual(missing);
  });
});

describe('GET /company/api/v2/app/:id', () => {
  it('reads an app of a company that the token holds, and no other', async () => {
    expect((await herald.as({ companies: [1] })('GET /company/api/v2/app/2')).body.app.bundle_id).toBe('com.acme.two');
    const foreign = await herald.as({ companies: [2] })('GET /company/api/v2/app/2');
    expect([foreign.status, foreign.body]).toEqual([404, { status: false, message: 'App not found.' }]);
  });
});
