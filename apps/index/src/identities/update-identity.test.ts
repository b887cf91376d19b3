import { randomUUID } from 'node:crypto';
import { identityUpdated } from '@herald/contracts';
import { eventually, type OtherService, type Tested } from '@herald/testing';
import { at, createdBy, identitiesOf, startWithCompany, unknown } from './start-with-company.fixture';

let company: OtherService;
let herald: Tested;
beforeEach(async () => ({ company, herald } = await startWithCompany()));
afterEach(async () => {
  await herald?.stop();
  await company?.stop();
});
const stored = () => identitiesOf(herald);
const made = (body?: object) => createdBy(herald, body);

describe('PATCH /index/v1/identity/:uuid', () => {
  it('changes what the body names, keeps the rest, and publishes the identity', async () => {
    const { uuid, created_at } = await made();
    const published = await herald.collect(identityUpdated);
    const body = { company_uid: 1, dni: '9', name: 'EVA', status: false, apps: [{ app_id: '7' }, { app_id: '8' }] };
    const answer = await herald.as({ companies: [1] })(`PATCH ${at(uuid)}`, { body });
    expect([answer.status, answer.body.message]).toEqual([200, 'Updated']);
    const data = { dni: '9', name: 'eva', last_name: 'rojas', email: 'ana@example.com', status: false, created_at };
    expect(answer.body.data).toMatchObject({ ...data, apps: [{ app_id: '7' }, { app_id: '8' }] });
    expect(await stored().findOne({ uuid })).toMatchObject({ dni: '9', name: 'eva', status: false });
    expect(await eventually(() => published[0])).toMatchObject({ uuid, dni: '9', name: 'eva' });
    const again = { company_uid: 1, dni: '9', apps: [{ bundle_id: 'com.acme.wallet' }, { app_id: '8', version: '3' }] };
    const { body: second } = await herald.as()(`PATCH ${at(uuid)}`, { body: again });
    expect(second.data.apps).toMatchObject([{ app_id: '7' }, { app_id: '8', version: '3' }, { app_id: '11' }]);
  });

  it.each([{ dni: '12345678-K' }, { email: 'ANA@example.com' }])(
    'answers 409 for %j of another identity',
    async (taken) => {
      await made();
      const { uuid } = await made({ company_uid: '1', dni: '2', email: 'b@x.io' });
      const { status, body } = await herald.as()(`PATCH ${at(uuid)}`, { body: { company_uid: '1', ...taken } });
      const errors = { [Object.keys(taken)[0]!]: [expect.any(String)] };
      expect([status, body]).toEqual([409, { code: 409, resource: 'Identity', message: 'Conflict', errors }]);
      expect(await stored().findOne({ uuid })).toMatchObject({ dni: '2', email: 'b@x.io' });
      const own = { company_uid: '1', dni: '2', email: 'b@x.io' };
      expect((await herald.as()(`PATCH ${at(uuid)}`, { body: own })).status).toBe(200);
    },
  );

  it('gives a dni to one of several concurrent updates', async () => {
    const uuids = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (dni) => (await made({ company_uid: '1', dni })).uuid),
    );
    const body = { company_uid: '1', dni: 'wanted' };
    const all = await Promise.all(uuids.map((uuid) => herald.as()(`PATCH ${at(uuid)}`, { body })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('refuses apps beyond 200, and still accepts changes of known ones', async () => {
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

  it('keeps all concurrent changes', async () => {
    const { uuid } = await made();
    const ids = Array.from({ length: 10 }, (_, one) => `app${one}`);
    const change = (app_id: string) => ({ company_uid: '1', dni: '1', apps: [{ app_id }] });
    await Promise.all(ids.map((id) => herald.as()(`PATCH ${at(uuid)}`, { body: change(id) })));
    const { apps } = (await stored().findOne({ uuid }))!;
    expect(apps.map(({ app_id }: { app_id: string }) => app_id).sort()).toEqual(ids);
  });

  it('answers 403 for a company that the token does not hold, 404 for an identity of another company', async () => {
    const { uuid } = await made();
    const as = (companies: number[]) => herald.as({ companies });
    expect((await as([2])(`PATCH ${at(uuid)}`, { body: { company_uid: '1', dni: '1' } })).status).toBe(403);
    for (const one of [uuid, randomUUID()]) {
      const { status, body } = await as([1, 2])(`PATCH ${at(one)}`, { body: { company_uid: '2', dni: '1' } });
      expect([status, body]).toEqual([404, unknown]);
    }
  });

  it('answers 404 for an unknown app, and 503 while the company service is down', async () => {
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
