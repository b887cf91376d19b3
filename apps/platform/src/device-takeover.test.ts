import { service as company } from '@herald/app-company';
import { service as identification } from '@herald/app-identification';
import { service as index } from '@herald/app-index';
import { eventually, startForTest, type Tested, type TokenClaims } from '@herald/testing';

/** What a device's own token may say of persons, in identification and in the index, which tell each other. */
const dni = '9.000.000-1K';
const normal = '90000001K';
const owner = { dni, email: 'owner-a@example.com', name: 'Own', lastname: 'Er', phone: '+5690000' };
const evil = { email: 'attacker@evil.example', name: 'Evil', lastname: 'Vil', phone: '+1900' };
const heldByOwner = { name: 'Own', lastname: 'Er', email: 'owner-a@example.com', phone: '+5690000' };
const inIndex = { dni: normal, email: 'owner-a@example.com', name: 'own', last_name: 'er', phone_number: '+5690000' };

let herald: Tested;
let commands = 0;
beforeEach(async () => {
  herald = await startForTest([company, identification, index], {}, { onQuery: () => void commands++ });
  await herald.as()('POST /company/api/v2/company', { body: { name: 'Acme', identified_by: 'email' } });
  const bundle = { bundle_id: 'com.acme.wallet', flavor_id: 'com.acme.wallet' };
  await herald.as()('POST /company/api/v2/app', {
    body: { ...bundle, company_id: 1, os: 'android', capabilities: [] },
  });
});
afterEach(() => herald?.stop());

async function send(core_id: string, person: object | undefined, claims: TokenClaims) {
  const app = { bundle_id: 'com.acme.wallet', version: '1.0' };
  const body = { core_id, company_id: 1, characteristics: {}, app, person };
  return herald.as({ companies: [1], ...claims })('POST /identification/api/v1/device', { body });
}
const byOperator = async (core_id: string, person?: object) => settled(() => send(core_id, person, {}));
const byDevice = async (core_id: string, person?: object, claims: TokenClaims = {}) =>
  settled(() => send(core_id, person, { coreId: core_id, ...claims }));

/** Sends, and waits until both services and the messages between them are done: until nothing is asked or written. */
async function settled<T>(act: () => Promise<T>): Promise<T> {
  const answer = await act();
  let [seen, quiet] = [commands, 0];
  await eventually(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    quiet = seen === commands ? quiet + 1 : 0;
    seen = commands;
    return quiet >= 6;
  });
  return answer;
}

const operator = () => herald.as({ companies: [1] });
const personOf = async (id = normal) => (await operator()(`GET /identification/api/v1/identity/${id}`)).body.user[0];
const lastDeviceOf = async (id = normal) =>
  (await operator()(`GET /identification/api/v1/identity/${id}/lastdevice`)).body?.device.core_id;
const identities = () => herald.database('index').collection('identities').find().sort({ created_at: 1 }).toArray();
const create = (body: object) =>
  settled(() => operator()('POST /index/v1/identity', { body: { company_uid: '1', ...body } }));
const change = (uuid: string, body: object) =>
  settled(() => operator()(`PATCH /index/v1/identity/${uuid}`, { body: { company_uid: '1', ...body } }));

/** Nothing of the owner has changed, in either service. */
async function expectOwner() {
  expect(await personOf()).toMatchObject(heldByOwner);
  expect(await lastDeviceOf()).toBe('dev-a');
  const [identity] = await identities();
  expect(identity).toMatchObject({ ...inIndex, core_id: 'dev-a' });
}

describe('a device that names a person of somebody else', () => {
  beforeEach(async () => {
    await byOperator('dev-a', owner);
    await byDevice('demo-00');
  });

  it('takes over nothing by the dni, however it is written', async () => {
    for (const written of [dni, '90000001k', ' 9 000 000 - 1 k ', '9000000.1K'])
      expect((await byDevice('demo-00', { ...evil, dni: written })).status).toBe(200);
    await expectOwner();
    expect(await identities()).toHaveLength(1);
  });

  it('takes over nothing by the e-mail alone', async () => {
    await byDevice('demo-00', { ...evil, email: 'Owner-A@Example.com' });
    await expectOwner();
    expect(await identities()).toHaveLength(1);
  });

  it('takes over nothing by the e-mail and a dni of its own, proven or not', async () => {
    await byDevice('demo-00', { ...evil, dni: '1-9', email: 'owner-a@example.com' });
    await byDevice('demo-00', { ...evil, dni: '1-9', email: 'owner-a@example.com' }, { dni: '1-9' });
    await expectOwner();
    expect(await personOf('19')).toMatchObject({ name: 'Evil' });
    expect((await identities()).map(({ dni: held, email }) => [held, email])).toEqual([
      [normal, 'owner-a@example.com'],
      ['19', undefined],
    ]);
  });

  it('takes over nothing with the proof of another dni', async () => {
    await byDevice('demo-00', { ...evil, dni }, { dni: '1-9' });
    await expectOwner();
  });

  it('takes over nothing by repetition, by many devices at once, and after it was a device of another', async () => {
    await byDevice('demo-00', { dni: '5-5', name: 'First' });
    const tries = Array.from({ length: 12 }, (_, at) => `demo-0${at % 4}`);
    await settled(() => Promise.all(tries.map((id) => send(id, { ...evil, dni }, { coreId: id }))));
    await byDevice('demo-00', { dni: '6-6' });
    await byDevice('demo-00', { ...evil, dni });
    await expectOwner();
  });

  it('speaks for the person when its token proves the same dni', async () => {
    const { email, name, phone } = evil;
    await byDevice('demo-00', { dni, email, name, phone }, { dni: '9000000-1k' });
    expect(await personOf()).toMatchObject({ email, name, phone, lastname: 'Er' });
    expect(await lastDeviceOf()).toBe('demo-00');
    expect(await identities()).toMatchObject([{ dni: normal, email, name: 'evil', core_id: 'demo-00' }]);
  });

  it('gets the same answer whether the person is known or not, and is shown nothing', async () => {
    const answers = [await byDevice('demo-00', { ...evil, dni }), await byDevice('demo-00', { ...evil, dni: '404' })];
    const [known, unknown] = answers.map(({ status, body: { device, ...rest } }) => {
      const { updated_at, ...shown } = device;
      expect(updated_at).toEqual(expect.any(String));
      return { status, rest, shown };
    });
    expect(known).toEqual(unknown);
    expect(JSON.stringify(answers)).not.toContain('Own');
    expect((await herald.as({ coreId: 'demo-00' })(`GET /identification/api/v1/identity/${dni}`)).status).toBe(403);
  });

  it('leaves a claim that operators see, once for the same word', async () => {
    for (let at = 0; at < 3; at++) await byDevice('demo-00', { ...evil, dni, lastname: 'ER' });
    const { email, name, phone } = evil;
    const fields = { device: 'demo-00', email, name, phone };
    expect((await personOf()).claims).toEqual([{ core_id: 'demo-00', at: expect.any(String), fields }]);
    await byDevice('demo-01', { ...evil, email: owner.email });
    expect((await personOf()).claims).toMatchObject([
      { core_id: 'demo-00' },
      { core_id: 'demo-01', fields: { device: 'demo-01', name, phone, lastname: 'Vil' } },
    ]);
    await byOperator('dev-a', owner);
    expect((await personOf()).claims).toHaveLength(2);
  });
});

describe('a device and an identity that operators made', () => {
  it('fills blanks and changes what it said itself, nothing else', async () => {
    const { body } = await create({ dni, name: 'Own', phone_number: '' });
    await byDevice('demo-00', { dni, email: 'own@example.com', name: 'Evil', phone: '+1900' });
    expect(await personOf()).toMatchObject({ name: 'own', email: 'own@example.com', phone: '' });
    expect(await lastDeviceOf()).toBeUndefined();
    await byDevice('demo-01', { ...evil, dni });
    await byDevice('demo-00', { dni, email: 'new@example.com' });
    const shown = { dni: normal, name: 'own', email: 'new@example.com', phone_number: '', core_id: '' };
    expect(await identities()).toMatchObject([{ uuid: body.data.uuid, ...shown }]);
    expect(await personOf()).toMatchObject({ name: 'own', email: 'new@example.com', phone: '', lastname: 'Vil' });
    await change(body.data.uuid, { email: 'office@example.com', dni });
    await byDevice('demo-00', { dni, email: 'again@example.com' });
    expect(await personOf()).toMatchObject({ email: 'office@example.com' });
    expect(await identities()).toMatchObject([{ email: 'office@example.com' }]);
  });

  it('does not join one that is known by its e-mail', async () => {
    await create({ email: 'own@example.com', name: 'Own' });
    await byDevice('demo-00', { ...evil, dni: '1-9', email: 'own@example.com' });
    await byDevice('demo-01', { ...evil, dni: '2-7', email: 'own@example.com' }, { dni: '2-7' });
    await byDevice('demo-02', { name: 'Evil', email: 'OWN@example.com' });
    const [first, ...others] = await identities();
    expect(first).toMatchObject({ email: 'own@example.com', name: 'own', core_id: '' });
    expect(first).not.toHaveProperty('dni');
    expect(others).toMatchObject([{ dni: '19' }, { dni: '27' }]);
  });

  it('keeps what it said apart from what others said, also after a merge', async () => {
    const heir = (await create({ dni: '2-7' })).body.data.uuid;
    await byDevice('demo-00', { dni: '1-9', email: 'phone@example.com', phone: '1' });
    const [, old] = await identities();
    await settled(() => operator()(`POST /index/v1/identity/${old!.uuid}/merge`, { body: { into: heir } }));
    expect(await identities()).toMatchObject([{ dni: '27', email: 'phone@example.com', phone_number: '1' }]);
    await byDevice('demo-01', { dni: '2-7', phone: '2', name: 'Eva' });
    await byOperator('dev-a', { dni: '2-7', email: 'own@example.com' });
    await byDevice('demo-00', { dni: '2-7', phone: '3', email: 'evil@example.com', name: 'Evil' });
    const now = { dni: '27', email: 'own@example.com', phone_number: '3', name: 'eva' };
    expect(await identities()).toMatchObject([now]);
    expect(await personOf('27')).toMatchObject({ email: 'own@example.com', phone: '3', name: 'Eva' });
  });
});

describe('a person nobody knew', () => {
  it('is created by the first device, which may change its own words; a second one may not', async () => {
    await byDevice('phone-1', { dni: '1-9', email: 'one@example.com', name: 'Ana' });
    expect(await lastDeviceOf('19')).toBe('phone-1');
    await byDevice('phone-2', { dni: '1-9', email: 'two@example.com', name: 'Eva', phone: '2' });
    expect(await lastDeviceOf('19')).toBe('phone-1');
    expect(await personOf('19')).toMatchObject({ email: 'one@example.com', name: 'Ana', phone: '2' });
    await byDevice('phone-1', { dni: '1-9', email: 'uno@example.com', name: 'Anita', phone: '1' });
    expect(await lastDeviceOf('19')).toBe('phone-1');
    expect(await personOf('19')).toMatchObject({ email: 'uno@example.com', name: 'Anita', phone: '2' });
    const own = { email: 'uno@example.com', name: 'anita', phone_number: '2', core_id: 'phone-1' };
    expect(await identities()).toMatchObject([own]);
  });

  it('is the same in both services after two devices raced for it', async () => {
    const both = ['phone-1', 'phone-2'];
    const race = () =>
      Promise.all(both.map((id) => send(id, { dni: '1-9', name: id, phone: id, lastname: id }, { coreId: id })));
    await settled(race);
    const winner = (await personOf('19')).name;
    expect(both).toContain(winner);
    expect(await personOf('19')).toMatchObject({ name: winner, phone: winner, lastname: winner });
    const same = { name: winner, phone_number: winner, last_name: winner, core_id: winner };
    expect(await identities()).toMatchObject([same]);
    expect(await lastDeviceOf('19')).toBe(winner);
  });

  it.each([
    ['an operator', {}],
    ['a proof', { coreId: 'dev-a', dni }],
  ] as [string, TokenClaims][])('goes to %s, whatever a device said first', async (_, claims) => {
    await byDevice('demo-00', { ...evil, dni, email: owner.email });
    await byDevice('demo-01', { email: 'second@example.com', name: 'Evil' });
    await settled(() => send('dev-a', owner, claims));
    await expectOwner();
    await byDevice('demo-00', { ...evil, dni });
    await expectOwner();
  });

  it('gets an e-mail that a device said of another person', async () => {
    await byDevice('demo-00', { ...evil, dni: '1-9', email: owner.email });
    await byDevice('demo-01', { dni: '5-5', email: 'new@example.com' });
    await byDevice('demo-02', { dni: '6-6' });
    await byOperator('dev-a', owner);
    const created = await create({ dni: '7-7', email: 'new@example.com' });
    const taken = await create({ dni: '6-6', name: 'Six' });
    expect([created.status, taken.status]).toEqual([201, 201]);
    const found = await identities();
    expect(found.find((one) => one.dni === normal)).toMatchObject({ ...inIndex, core_id: 'dev-a' });
    expect(found.filter(({ email }) => email === owner.email)).toHaveLength(1);
    expect(found.find((one) => one.dni === '77')).toMatchObject({ email: 'new@example.com' });
    expect(found.filter((one) => one.dni === '66')).toMatchObject([{ name: 'six' }]);
    expect((await create({ dni: '7-7' })).status).toBe(409);
  });
});

describe('what was stored before it was kept who said it', () => {
  it("counts as an operator's", async () => {
    await byDevice('dev-a', owner);
    await herald
      .database('index')
      .collection('identities')
      .updateMany({}, { $unset: { unproven: 1 } });
    const parts = { unproven: 1, first_device: 1, said: 1, revision: 1, claims: 1 };
    await herald.database('identification').collection('persons').updateMany({}, { $unset: parts });
    const device = { $set: { person_dni: normal }, $unset: { said_dni: 1, person_at: 1 } };
    await herald.database('identification').collection('devices').updateMany({}, device);
    await byDevice('demo-00', { ...evil, dni });
    await byDevice('demo-00', { ...evil, email: owner.email });
    await expectOwner();
    await byOperator('dev-b', { dni, name: 'Owen' });
    expect(await personOf()).toMatchObject({ ...heldByOwner, name: 'Owen' });
    expect(await lastDeviceOf()).toBe('dev-b');
  });
});
