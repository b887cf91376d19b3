import { startForTest, type Tested } from '@herald/testing';
import { service } from './service';

const createApp = 'POST /company/api/v2/app';
const wallet = {
  company_id: 1,
  bundle_id: 'com.acme.wallet',
  flavor_id: 'com.acme.wallet',
  os: 'android',
  capabilities: [],
};

let herald: Tested;
beforeEach(async () => {
  herald = await startForTest(service);
  await herald.as()('POST /company/api/v2/company', { body: { name: 'Acme', identified_by: 'email' } });
});
afterEach(() => herald?.stop());

describe(createApp, () => {
  it('creates an app and answers all of its fields', async () => {
    const { status, body } = await herald.as({ companies: [1] })(createApp, { body: { ...wallet, name: 'Wallet' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: true, message: 'Created' });
    expect(body.app).toEqual({
      ...wallet,
      id: 1,
      name: 'Wallet',
      description: '',
      img: '',
      img_circle: '',
      client_uid: '',
      colour: '',
      generic_app: false,
      status: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('answers 404 for a taken bundle', async () => {
    await herald.as()(createApp, { body: wallet });
    const again = await herald.as()(createApp, { body: wallet });
    expect([again.status, again.body]).toEqual([404, { status: false, message: 'Bundle already exists.' }]);
  });

  it('lets one of many equal creations at once win', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => herald.as()(createApp, { body: wallet })));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ body }) => body.message === 'Bundle already exists.')).toHaveLength(11);
    expect(await herald.database('company').collection('apps').countDocuments()).toBe(1);
  });

  it('keeps flavors of a generic app apart, and a bundle either generic or not', async () => {
    const flavor = (flavor_id: string) => herald.as()(createApp, { body: { ...wallet, flavor_id } });
    expect((await flavor('com.acme.red')).body.app.generic_app).toBe(true);
    expect((await flavor('com.acme.blue')).status).toBe(201);
    expect((await flavor('com.acme.red')).status).toBe(404);
    expect((await flavor(wallet.bundle_id)).body.message).toBe('Bundle already exists.');
  });

  it('makes a bundle either generic or not, also when both are created at once', async () => {
    for (let round = 0; round < 5; round++) {
      const bundle_id = `com.acme.race${round}`;
      const bodies = [0, 1, 2, 3, 4, 5].map((at) => ({
        ...wallet,
        bundle_id,
        flavor_id: at % 2 ? `com.acme.flavor${at}` : bundle_id,
      }));
      const answers = await Promise.all(bodies.map((body) => herald.as()(createApp, { body })));
      const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.app.generic_app);
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made).size).toBe(1);
    }
  });

  it('answers 404 for a company that does not exist', async () => {
    const { status, body } = await herald.as()(createApp, { body: { ...wallet, company_id: 99 } });
    expect([status, body]).toEqual([404, { status: false, message: 'Company not found.' }]);
  });

  it('answers 403 for a company that the token does not hold', async () => {
    const { status, body } = await herald.as({ companies: [2] })(createApp, { body: wallet });
    expect([status, body]).toEqual([403, { status: false, message: 'Forbidden' }]);
  });

  it.each(['company_id', 'bundle_id', 'flavor_id', 'os', 'capabilities'])('wants %s', async (field) => {
    const { status, body } = await herald.as()(createApp, { body: { ...wallet, [field]: undefined } });
    expect([status, body]).toEqual([422, { status: false, message: 'Insufficient parameters.' }]);
  });

  it.each([
    ['os', 'symbian'],
    ['bundle_id', 'wallet'],
    ['bundle_id', { $ne: 1 }],
    ['company_id', { $ne: 1 }],
    ['company_id', [1]],
    ['img', 'javascript:alert(1)'],
    ['capabilities', [{ 'a.b': 1 }]],
  ])('refuses %s = %j', async (field, value) => {
    const { status, body } = await herald.as()(createApp, { body: { ...wallet, [field]: value } });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)[0]).toMatch(new RegExp(`^${field}`));
    expect(await herald.database('company').collection('apps').countDocuments()).toBe(0);
  });
});
