import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type OtherService, type Tested } from '@herald/testing';
import { companyForTest } from '../company.fixture';
import { service } from '../service';

const register = 'POST /identification/api/v1/device';
const phone = {
  core_id: 'phone-1',
  core_id_type: 'gsf',
  company_id: 1,
  characteristics: { brand: 'Acme', cameras: [{ facing: 'back' }], wifi_state: true },
  location: [-70.65, -33.45],
  app: {
    bundle_id: 'com.acme.wallet',
    flavor_id: 'red',
    version: '2.0',
    push_token: 'secret-token',
    tags: { plan: 'gold' },
  },
  person: { dni: '12.345.678-k', email: 'Ana@Example.com', name: ' Ana ', lastname: 'Rojas', phone: '+56 9' },
};

let company: OtherService;
let herald: Tested;
beforeEach(async () => {
  company = await companyForTest();
  herald = await startForTest(service, { COMPANY_URL: company.url });
});
afterEach(async () => {
  await herald?.stop();
  await company.stop();
});
const devices = () => herald.database('identification').collection('devices');
const persons = () => herald.database('identification').collection('persons');

describe(register, () => {
  it('stores a new device and publishes it', async () => {
    const published = await herald.collect(deviceRegistered);
    const { status, body } = await herald.as({ companies: [1] })(register, { body: phone });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: true,
      message: 'Created',
      device: {
        id: 1,
        core_id: 'phone-1',
        core_id_type: 'gsf',
        characteristics: phone.characteristics,
        status: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    const report = await eventually(() => published[0]);
    expect(report).toEqual({
      ...phone,
      company_id: '1',
      device_id: 1,
      said_by: 'operator',
      app: { ...phone.app, app_id: '11' },
      person: { dni: '12345678K', email: 'ana@example.com', name: 'Ana', lastname: 'Rojas', phone: '+56 9' },
      reported_at: expect.any(String),
    });
    const stored = await devices().findOne({});
    expect(stored).toMatchObject({
      company_id: '1',
      person_dni: '12345678K',
      reported_at: new Date(report.reported_at),
    });
  });

  it('stores the push token nowhere, and answers and logs without it', async () => {
    const logged = await herald.collectServiceLog();
    const { body } = await herald.as()(register, { body: phone });
    await eventually(() => logged[0]);
    await eventually(() => persons().countDocuments());
    const everything = [body, logged, await devices().find().toArray(), await persons().find().toArray()];
    expect(JSON.stringify(everything)).not.toContain('secret-token');
  });

  it('answers 200 for a known device and updates it', async () => {
    await herald.as()(register, { body: phone });
    const again = { ...phone, characteristics: { brand: 'Globex' }, person: undefined };
    const { status, body } = await herald.as()(register, { body: again });
    expect([status, body.message, body.device.id]).toEqual([200, 'Updated', 1]);
    expect(await devices().find().toArray()).toMatchObject([
      { characteristics: { brand: 'Globex' }, person_dni: '12345678K' },
    ]);
  });

  it('stores and publishes concurrent equal reports once', async () => {
    const published = await herald.collect(deviceRegistered);
    const all = await Promise.all(Array.from({ length: 12 }, () => herald.as()(register, { body: phone })));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(11);
    expect(await devices().countDocuments()).toBe(1);
    await herald.as()(register, { body: { ...phone, core_id_type: 'other' } });
    await eventually(() => published.length === 2);
    expect(published.map(({ core_id_type }) => core_id_type)).toEqual(['gsf', 'other']);
  });

  it('stores one record for each company', async () => {
    await herald.as({ companies: [1] })(register, { body: phone });
    const other = await herald.as({ companies: [2] })(register, { body: { ...phone, company_id: '2' } });
    expect([other.status, other.body.device.id]).toEqual([201, 2]);
    expect(await devices().countDocuments()).toBe(2);
  });

  it('stores the person', async () => {
    await herald.as()(register, { body: phone });
    const person = { dni: '12345678K', name: 'Ana', lastname: 'Rojas', email: 'ana@example.com', phone: '+56 9' };
    expect(await eventually(() => persons().findOne({}))).toMatchObject({ company_id: '1', ...person });
    const proof = herald.as({ companies: [2], coreId: 'phone-1', dni: '12345678-K' });
    await proof(register, { body: { ...phone, company_id: 2 } });
    expect(await eventually(() => persons().findOne({ company_id: '2' }))).toMatchObject(person);
  });

  it("accepts a device's own token for that device only", async () => {
    const device = herald.as({ companies: [1], coreId: 'phone-1' });
    expect((await device(register, { body: phone })).status).toBe(201);
    const other = await device(register, { body: { ...phone, core_id: 'phone-2' } });
    expect([other.status, other.body]).toEqual([403, { status: false, message: 'Forbidden' }]);
    expect((await device('GET /identification/api/v1/identity/1')).status).toBe(403);
  });

  it('answers 403 for a company that the token does not hold', async () => {
    expect((await herald.as({ companies: [2] })(register, { body: phone })).status).toBe(403);
  });

  it.each([{ bundle_id: 'com.acme.none' }, { flavor_id: 'blue' }])('answers 404 for %j', async (change) => {
    const body = { ...phone, app: { ...phone.app, ...change } };
    const answer = await herald.as()(register, { body });
    expect([answer.status, answer.body]).toEqual([404, { status: false, message: 'App not found.' }]);
    expect(await devices().countDocuments()).toBe(0);
  });

  it('answers 503 while the company service is down', async () => {
    await company.stop();
    const { status, headers } = await herald.as()(register, { body: phone });
    expect([status, headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    expect(await devices().countDocuments()).toBe(0);
  });

  it.each([
    ['core_id', undefined],
    ['core_id', { $ne: 1 }],
    ['core_id', ['phone-1']],
    ['company_id', { $ne: 1 }],
    ['characteristics', { 'a.b': 1 }],
    ['characteristics', { $where: '1' }],
    ['characteristics', { deep: [{ $gt: '' }] }],
    ['characteristics', { text: 'x'.repeat(40_000) }],
    ['characteristics', 'android'],
    ['location', [181, 0]],
    ['location', [0, -91]],
    ['location', [1]],
    ['location', [1, 2, 3]],
    ['app', undefined],
    ['app', { bundle_id: 'com.acme.wallet', version: '1', tags: { plan: 1 } }],
    ['app', { bundle_id: 'com.acme.wallet', version: '1', tags: { 'a.b': 'x' } }],
    ['person', { dni: { $ne: '' } }],
    ['person', { dni: '.-.' }],
    ['person', { email: 'nobody' }],
  ])('refuses %s = %j', async (field, value) => {
    const { status, body } = await herald.as()(register, { body: { ...phone, [field]: value } });
    expect([status, body.message]).toEqual([422, 'Fail']);
    expect(Object.keys(body.errors)[0]).toMatch(new RegExp(`^${field}`));
    expect(await devices().countDocuments()).toBe(0);
  });
});
