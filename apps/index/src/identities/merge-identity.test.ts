import { randomUUID } from 'node:crypto';
import { identityUpdated } from '@herald/contracts';
import { eventually, type OtherService, type Tested } from '@herald/testing';
import { ana, at, createdBy, identitiesOf, startWithCompany, unknown } from './start-with-company.fixture';

let company: OtherService;
let herald: Tested;
beforeEach(async () => ({ company, herald } = await startWithCompany()));
afterEach(async () => {
  await herald?.stop();
  await company?.stop();
});
const stored = () => identitiesOf(herald);
const made = (body?: object) => createdBy(herald, body);

describe('POST /index/v1/identity/:uuid/merge', () => {
  const merge = (from: string, into: string, claims = {}) =>
    herald.as(claims)(`POST ${at(from)}/merge`, { body: { into } });
  const gone = (heir: string) => ({ ...unknown, message: `Not found. Posible merge in document with uuid ${heir}` });

  it('gives the other identity what it lacks, and points to it from the old uuid', async () => {
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

  it('follows merged identities that are merged again', async () => {
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

  it('completes a merge after a crash', async () => {
    const heir = await made({ company_uid: '1', email: 'b@x.io' });
    const old = randomUUID();
    const half = { former_documents: [old], inherited: { dni: '77' } };
    await stored().updateOne({ uuid: heir.uuid }, { $set: half });
    expect((await merge(old, heir.uuid)).body.data).toMatchObject({ dni: '77', former_documents: [old] });
    expect((await merge(old, heir.uuid)).body).toEqual(gone(heir.uuid));
  });

  it('tells of a merge whose process died before it told', async () => {
    const published = await herald.collect(identityUpdated);
    const [from, heir] = [await made({ ...ana, dni: '77' }), await made({ company_uid: '1', email: 'b@x.io' })];
    await eventually(() => published.length === 2);
    expect((await merge(from.uuid, heir.uuid)).status).toBe(200);
    await eventually(() => published.length === 3);
    expect(await stored().findOne({ uuid: heir.uuid })).not.toHaveProperty('is_untold');
    await stored().updateOne({ uuid: heir.uuid }, { $set: { is_untold: true }, $unset: { inherited: 1 } });
    expect((await merge(from.uuid, heir.uuid)).body.data).toMatchObject({ dni: '77', email: 'b@x.io' });
    expect(await eventually(() => published[3])).toMatchObject({ uuid: heir.uuid, dni: '77' });
    expect((await merge(from.uuid, heir.uuid)).body).toEqual(gone(heir.uuid));
  });

  it('takes an inherited dni from an unproven report, and leaves one that an operator reassigned', async () => {
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

  it('leaves one of two concurrent opposite merges', async () => {
    const [a, b] = [await made({ company_uid: 1, dni: '1' }), await made({ company_uid: 1, dni: '2' })];
    const both = await Promise.all([merge(a.uuid, b.uuid), merge(b.uuid, a.uuid)]);
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(await stored().countDocuments()).toBe(1);
  });

  it('refuses the same identity, one of another company, and bad input', async () => {
    const mine = await made();
    const foreign = await made({ ...ana, company_uid: '2' });
    expect((await merge(mine.uuid, mine.uuid)).status).toBe(422);
    expect((await merge(mine.uuid, foreign.uuid)).body).toEqual(unknown);
    expect((await merge(foreign.uuid, mine.uuid, { companies: [1] })).body).toEqual(unknown);
    expect((await merge(mine.uuid, { $ne: 1 } as never)).status).toBe(422);
    expect(await stored().countDocuments()).toBe(2);
  });
});
