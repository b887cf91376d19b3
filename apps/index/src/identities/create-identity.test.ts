import { identityUpdated } from '@herald/contracts';
import { eventually, type OtherService, type Tested } from '@herald/testing';
import { ana, create, identitiesOf, startWithCompany } from './start-with-company.fixture';

let company: OtherService;
let herald: Tested;
beforeEach(async () => ({ company, herald } = await startWithCompany()));
afterEach(async () => {
  await herald?.stop();
  await company?.stop();
});
const stored = () => identitiesOf(herald);

describe(create, () => {
  it('creates a normalized identity with its app, and publishes it', async () => {
    const published = await herald.collect(identityUpdated);
    const apps = [{ bundle_id: 'com.acme.wallet', flavor_id: 'red', version: '2.0' }];
    const { status, body } = await herald.as({ companies: [1] })(create, { body: { ...ana, apps } });
    expect([status, body.resource, body.message]).toEqual([201, 'Identity', 'Created']);
    const person = { dni: '12345678K', email: 'ana@example.com' };
    const dates = { created_at: expect.any(String), updated_at: expect.any(String) };
    expect(body.data).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      company_uid: '1',
      core_id: '',
      ...person,
      name: 'ana maría',
      last_name: 'rojas',
      phone_number: '',
      nationality: '',
      img: '',
      status: true,
      former_documents: null,
      load_uuid: null,
      apps: [{ app_id: '11', version: '2.0', tags: {}, person, ...dates }],
      ...dates,
    });
    expect(await eventually(() => published[0])).toMatchObject({ uuid: body.data.uuid, company_id: '1', ...person });
    expect(await stored().findOne({ uuid: body.data.uuid })).not.toHaveProperty('is_untold');
  });

  it('creates one of several concurrent identities with the same dni', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => herald.as()(create, { body: ana })));
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await stored().countDocuments()).toBe(1);
    expect((await herald.as()(create, { body: { ...ana, company_uid: 2 } })).status).toBe(201);
  });
});
