import { eventually } from '@herald/testing';
import { isForbidden, noCompany, registerTypesOf, startCoreIdp, type TestedCoreIdp } from './start-core-idp.fixture';

const create = `POST ${registerTypesOf(1)}`;
const form = {
  name: 'Customers',
  information_provider: 'form',
  required_fields: ['nin', 'email'],
  allowed_fields: ['nin', 'name', 'lastname', 'email', 'phone_number', 'username'],
};
const whole = { ...form, company_name: 'Acme & <Sons>' };

let herald: TestedCoreIdp;
beforeEach(async () => (herald = await startCoreIdp()));
afterEach(() => herald?.stop());

describe(create, () => {
  it('creates a form under the company’s name and logs the write', async () => {
    const logged = await herald.collectServiceLog();
    const { status, body } = await herald.as({ companies: [1] })(create, { body: form });
    expect(status).toBe(201);
    expect(body).toEqual({ code: 201, resource: 'Register Type', data: whole, message: 'Created' });
    const stored = await herald.stored('register_types').findOne({ company_id: '1' });
    expect(stored).toMatchObject({ ...whole, uuid: expect.any(String), created_at: expect.any(Date) });
    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({ operation: 'create', result: true, company_id: '1', resource_id: stored!.uuid });
  });

  it('accepts a form that requires nothing', async () => {
    const { body } = await herald.as()(create, { body: { ...form, required_fields: [] } });
    expect(body.data.required_fields).toEqual([]);
  });

  it.each([
    ['name', ' '],
    ['name', { $ne: 1 }],
    ['information_provider', undefined],
    ['required_fields', 'email'],
    ['required_fields', ['nin', 'nin']],
    ['required_fields', { $ne: 1 }],
    ['allowed_fields', ['nin', 'email', 'shoe_size']],
    ['allowed_fields', []],
    ['allowed_fields', undefined],
  ])('refuses %s = %j', async (field, value) => {
    const { status, body } = await herald.as()(create, { body: { ...form, [field]: value } });
    expect([status, body.message, body.resource]).toEqual([422, 'Fail', 'Register Type']);
    expect(Object.keys(body.errors).some((name) => name.startsWith(field))).toBe(true);
    expect(await herald.stored('register_types').countDocuments()).toBe(0);
  });

  it('refuses required fields that are not allowed ones', async () => {
    const { status, body } = await herald.as()(create, { body: { ...form, allowed_fields: ['email'] } });
    expect([status, body.errors]).toEqual([422, { required_fields: ['must be among allowed_fields'] }]);
  });

  it('refuses a company that does not exist, and a company the token does not hold', async () => {
    const unknown = await herald.as()(`POST ${registerTypesOf(99)}`, { body: form });
    expect([unknown.status, unknown.body]).toEqual(noCompany);
    const foreign = await herald.as({ companies: [2] })(create, { body: form });
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
  });

  it('answers 503 with Retry-After while the company service is down', async () => {
    await herald.company.stop();
    const { status, headers, body } = await herald.as()(create, { body: form });
    expect([status, body.resource, headers.get('retry-after')]).toEqual([503, 'Register Type', '5']);
    expect(await herald.stored('register_types').countDocuments()).toBe(0);
  });
});
