import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

const acme = { name: 'Acme', identified_by: 'email' };

describe('POST /company/api/v2/company', () => {
  it('creates a company with the next id and logs the write', async () => {
    const logged = await herald.collectServiceLog();
    const { status, body } = await herald.as()('POST /company/api/v2/company', { body: acme });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: true,
      message: 'Created',
      company: {
        id: 1,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...acme,
        status: true,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
        updated_at: body.company.created_at,
      },
    });
    expect(await herald.database('company').collection('companies').countDocuments({ id: 1, name: 'Acme' })).toBe(1);
    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({
      service: 'company',
      operation: 'create',
      result: true,
      resource_id: body.company.uuid,
    });
  });

  it('refuses a token that does not hold all companies, and logs the refusal', async () => {
    const logged = await herald.collectServiceLog();
    const { status, body } = await herald.as({ companies: [1] })('POST /company/api/v2/company', { body: acme });
    expect([status, body]).toEqual([403, { status: false, message: 'Forbidden' }]);
    expect(await eventually(() => logged[0])).toMatchObject({ operation: 'create', result: false, user_id: 'tester' });
  });

  it('names each field that is missing or wrong', async () => {
    const body = { name: '   ', identified_by: 'shoe size' };
    const answer = await herald.as()('POST /company/api/v2/company', { body });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      status: false,
      message: 'Fail',
      errors: { name: [expect.any(String)], identified_by: [expect.any(String)] },
    });
  });

  it('gives each of many companies created at once an id of its own', async () => {
    const created = await Promise.all(
      Array.from({ length: 20 }, () => herald.as()('POST /company/api/v2/company', { body: acme })),
    );
    expect(created.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(created.map(({ body }) => body.company.id)).size).toBe(20);
  });
});
