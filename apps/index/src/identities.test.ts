import { randomUUID } from 'node:crypto';
import { identityUpdated } from '@herald/contracts';
import { eventually, startForTest, type OtherService, type Tested } from '@herald/testing';
import { companyForTest } from './company.fixture';
import { service } from './service';

const create = 'POST /index/v1/identity';
const at = (uuid: string) => `/index/v1/identity/${uuid}`;
const ana = {
  company_uid: '1',
  dni: '12.345.678-k',
  email: 'Ana@Example.com',
  name: ' ANA  María ',
  last_name: 'Rojas',
};
const unknown = { code: 404, resource: 'Identity', message: 'not found in database neither in former documents' };

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
const stored = () => herald.database('index').collection('identities');
const made = async (body: object = ana) => (await herald.as()(create, { body })).body.data;

describe(create, () => {
  it('creates an identity, normalised, with its app, and tells the others', async () => {
    const told = await herald.collect(identityUpdated);
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
    expect(await eventually(() => told[0])).toMatchObject({ uuid: body.data.uuid, company_id: '1', ...person });
  });

  it('lets one of many with the same dni win', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => herald.as()(create, { body: ana })));
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await stored().countDocuments()).toBe(1);
    expect((await herald.as()(create, { body: { ...ana, company_uid: 2 } })).status).toBe(201);
  });
});

describe('GET /index/v1/identity/:uuid', () => {
  it('reads an identity, and answers the same for an unknown one and for one of others', async () => {
    const { uuid } = await made();
    expect((await herald.as({ companies: [1] })(`GET ${at(uuid)}`)).body).toMatchObject({
      message: 'Found',
      data: { uuid },
    });
    for (const one of [uuid, randomUUID(), '$ne'])
      expect((await herald.as({ companies: [2] })(`GET ${at(one)}`)).body).toEqual(unknown);
  });
});

describe('PATCH /index/v1/identity/:uuid', () => {
  it('changes what the body names, keeps the rest, and tells the others', async () => {
    const { uuid, created_at } = await made();
    const told = await herald.collect(identityUpdated);
    const body = { company_uid: 1, dni: '9', name: 'EVA', status: false, apps: [{ app_id: '7' }, { app_id: '8' }] };
    const answer = await herald.as({ companies: [1] })(`PATCH ${at(uuid)}`, { body });
    expect([answer.status, answer.body.message]).toEqual([200, 'Updated']);
    const data = { dni: '9', name: 'eva', last_name: 'rojas', email: 'ana@example.com', status: false, created_at };
    expect(answer.body.data).toMatchObject({ ...data, apps: [{ app_id: '7' }, { app_id: '8' }] });
    expect(await stored().findOne({ uuid })).toMatchObject({ dni: '9', name: 'eva', status: false });
    expect(await eventually(() => told[0])).toMatchObject({ uuid, dni: '9', name: 'eva' });
    const again = { company_uid: 1, dni: '9', apps: [{ bundle_id: 'com.acme.wallet' }, { app_id: '8', version: '3' }] };
    const { body: second } = await herald.as()(`PATCH ${at(uuid)}`, { body: again });
    expect(second.data.apps).toMatchObject([{ app_id: '7' }, { app_id: '8', version: '3' }, { app_id: '11' }]);
  });

  it.each([{ dni: '12345678-K' }, { email: 'ANA@example.com' }])('answers 409 for %j of another', async (taken) => {
    await made();
    const { uuid } = await made({ company_uid: '1', dni: '2', email: 'b@x.io' });
    const { status, body } = await herald.as()(`PATCH ${at(uuid)}`, { body: { company_uid: '1', ...taken } });
    const errors = { [Object.keys(taken)[0]!]: [expect.any(String)] };
    expect([status, body]).toEqual([409, { code: 409, resource: 'Identity', message: 'Conflict', errors }]);
    expect(await stored().findOne({ uuid })).toMatchObject({ dni: '2', email: 'b@x.io' });
    const own = { company_uid: '1', dni: '2', email: 'b@x.io' };
    expect((await herald.as()(`PATCH ${at(uuid)}`, { body: own })).status).toBe(200);
  });

  it('lets one of many that want a dni at once have it', async () => {
    const uuids = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (dni) => (await made({ company_uid: '1', dni })).uuid),
    );
    const body = { company_uid: '1', dni: 'wanted' };
    const all = await Promise.all(uuids.map((uuid) => herald.as()(`PATCH ${at(uuid)}`, { body })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('refuses apps beyond 200, and still takes changes of those that are there', async () => {
    const { uuid } = await made();
    const patch = (from: number, count: number) => {
      const apps = Array.from({ length: count }, (_, one) => ({ app_id: `app${from + one}`, version: '1' }));
      return herald.as()(`PATCH ${at(uuid)}`, { body: { company_uid: 1, dni: '1', apps } });
    };
    expect([(await patch(0, 100)).status, (await patch(100, 100)).status]).toEqual([200, 200]);
    const { status, body } = await patch(199, 2);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['apps']]);
    expect((await patch(150, 50)).body.data.apps).toHaveLength(200);
  });

  it('keeps all of many changes at once', async () => {
    const { uuid } = await made();
    const ids = Array.from({ length: 10 }, (_, one) => `app${one}`);
    const change = (app_id: string) => ({ company_uid: '1', dni: '1', apps: [{ app_id }] });
    await Promise.all(ids.map((id) => herald.as()(`PATCH ${at(uuid)}`, { body: change(id) })));
    const { apps } = (await stored().findOne({ uuid }))!;
    expect(apps.map(({ app_id }: { app_id: string }) => app_id).sort()).toEqual(ids);
  });

  it('answers 403 for a company not held, 404 for an identity of another one', async () => {
    const { uuid } = await made();
    const as = (companies: number[]) => herald.as({ companies });
    expect((await as([2])(`PATCH ${at(uuid)}`, { body: { company_uid: '1', dni: '1' } })).status).toBe(403);
    for (const one of [uuid, randomUUID()]) {
      const { status, body } = await as([1, 2])(`PATCH ${at(one)}`, { body: { company_uid: '2', dni: '1' } });
      expect([status, body]).toEqual([404, unknown]);
    }
  });

  it('answers 404 for an app that does not exist, and 503 while nobody can say', async () => {
    const { uuid } = await made();
    const body = (bundle_id: string) => ({ company_uid: '1', dni: '1', apps: [{ bundle_id }] });
    const none = await herald.as()(`PATCH ${at(uuid)}`, { body: body('com.acme.none') });
    expect([none.status, none.body]).toEqual([404, { code: 404, resource: 'App', message: 'Not found' }]);
    await company.stop();
    expect((await herald.as()(`PATCH ${at(uuid)}`, { body: body('com.acme.wallet') })).status).toBe(503);
    expect((await stored().findOne({ uuid }))!.dni).toBe('12345678K');
  });

  it.each([
    [{ company_uid: '1' }, 'body'],
    [{ dni: '1' }, 'company_uid'],
    [{ company_uid: '1', dni: { $ne: 1 } }, 'dni'],
    [{ company_uid: '1', dni: ['1'] }, 'dni'],
    [{ company_uid: '1', dni: '..' }, 'dni'],
    [{ company_uid: '1', email: 'nobody' }, 'email'],
    [{ company_uid: '1', dni: '1', name: 7 }, 'name'],
    [{ company_uid: '1', dni: '1', img: 'javascript:alert(1)' }, 'img'],
    [{ company_uid: '1', dni: '1', status: 'perhaps' }, 'status'],
    [{ company_uid: '1', dni: '1', apps: [{}] }, 'apps.0'],
    [{ company_uid: '1', dni: '1', apps: [{ app_id: '1', flavor_id: 'red' }] }, 'apps.0'],
    [{ company_uid: '1', dni: '1', apps: [{ app_id: 'a.b' }] }, 'apps.0.app_id'],
    [{ company_uid: '1', dni: '1', apps: { $ne: 1 } }, 'apps'],
  ])('refuses %j', async (body, field) => {
    const { uuid } = await made();
    const { status, body: answer } = await herald.as()(`PATCH ${at(uuid)}`, { body });
    expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
  });
});

describe('POST /index/v1/identity/:uuid/merge', () => {
  const merge = (from: string, into: string, claims = {}) =>
    herald.as(claims)(`POST ${at(from)}/merge`, { body: { into } });
  const gone = (heir: string) => ({ ...unknown, message: `Not found. Posible merge in document with uuid ${heir}` });

  it('gives the other what it lacks, and remembers where the record went', async () => {
    const old = await made({ ...ana, phone_number: '7', apps: [{ app_id: '1' }, { app_id: '2' }] });
    const heir = await made({ company_uid: '1', email: 'b@x.io', name: 'eva', apps: [{ app_id: '2', version: '9' }] });
    const { status, body } = await merge(old.uuid, heir.uuid, { companies: [1] });
    expect([status, body.message]).toEqual([200, 'Updated']);
    const data = { uuid: heir.uuid, dni: '12345678K', email: 'b@x.io', name: 'eva', phone_number: '7' };
    expect(body.data).toMatchObject({ ...data, former_documents: [old.uuid] });
    expect(body.data.apps.map(({ app_id, version }: Record<string, string>) => [app_id, version])).toEqual([
      ['2', '9'],
      ['1', ''],
    ]);
    for (const call of [`GET ${at(old.uuid)}`, `PATCH ${at(old.uuid)}`])
      expect((await herald.as()(call, { body: call.startsWith('P') ? ana : undefined })).body).toEqual(gone(heir.uuid));
    expect((await merge(old.uuid, heir.uuid)).body).toEqual(gone(heir.uuid));
    expect((await herald.as({ companies: [2] })(`GET ${at(old.uuid)}`)).body).toEqual(unknown);
    expect(await stored().countDocuments()).toBe(1);
  });

  it('follows merged ones that are merged again', async () => {
    const [a, b, c] = [
      await made({ ...ana, dni: '1' }),
      await made({ company_uid: 1, dni: '2' }),
      await made({ company_uid: 1, dni: '3' }),
    ];
    await merge(a.uuid, b.uuid);
    await merge(b.uuid, c.uuid);
    expect((await herald.as()(`GET ${at(a.uuid)}`)).body).toEqual(gone(c.uuid));
    expect((await herald.as()(`GET ${at(c.uuid)}`)).body.data).toMatchObject({ dni: '3', email: 'ana@example.com' });
  });

  it('ends what a crash left half done', async () => {
    const heir = await made({ company_uid: '1', email: 'b@x.io' });
    const old = randomUUID();
    const half = { former_documents: [old], inherited: { dni: '77' } };
    await stored().updateOne({ uuid: heir.uuid }, { $set: half });
    expect((await merge(old, heir.uuid)).body.data).toMatchObject({ dni: '77', former_documents: [old] });
    expect((await merge(old, heir.uuid)).body).toEqual(gone(heir.uuid));
  });

  it('gets an inherited dni that a device said meanwhile, and leaves one that an operator gave away', async () => {
    const heir = await made({ company_uid: '1', email: 'b@x.io' });
    const other = await made({ company_uid: '1', dni: '77' });
    const half = { former_documents: [randomUUID()], inherited: { dni: '77' } };
    await stored().updateOne({ uuid: heir.uuid }, { $set: half });
    const holder = { unproven: { dni: { core_id: 'phone-1', since: new Date() } } };
    await stored().updateOne({ uuid: other.uuid }, { $set: holder });
    expect((await merge(half.former_documents[0]!, heir.uuid)).body.data).toMatchObject({ dni: '77' });
    expect(await stored().countDocuments()).toBe(1);

    const third = await made({ company_uid: '1', email: 'c@x.io' });
    await stored().updateOne({ uuid: third.uuid }, { $set: half });
    const { body } = await merge(half.former_documents[0]!, third.uuid);
    expect(body.data).toMatchObject({ uuid: third.uuid, dni: '', email: 'c@x.io' });
  });

  it('of two into each other at once leaves one', async () => {
    const [a, b] = [await made({ company_uid: 1, dni: '1' }), await made({ company_uid: 1, dni: '2' })];
    const both = await Promise.all([merge(a.uuid, b.uuid), merge(b.uuid, a.uuid)]);
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(await stored().countDocuments()).toBe(1);
  });

  it('refuses itself, strangers and nonsense', async () => {
    const mine = await made();
    const foreign = await made({ ...ana, company_uid: '2' });
    expect((await merge(mine.uuid, mine.uuid)).status).toBe(422);
    expect((await merge(mine.uuid, foreign.uuid)).body).toEqual(unknown);
    expect((await merge(foreign.uuid, mine.uuid, { companies: [1] })).body).toEqual(unknown);
    expect((await merge(mine.uuid, { $ne: 1 } as never)).status).toBe(422);
    expect(await stored().countDocuments()).toBe(2);
  });
});
