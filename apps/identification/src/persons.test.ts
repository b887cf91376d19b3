import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { deviceRegistered, identityUpdated, type DeviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';

const path = '/identification/api/v1/identity';
const moment = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString();
const report = (second: number, person: DeviceRegistered['person'], company_id = '1'): DeviceRegistered => ({
  core_id: 'phone-1',
  core_id_type: '',
  company_id,
  characteristics: {},
  app: { app_id: '11', bundle_id: 'com.acme.wallet', flavor_id: 'red', version: '1' },
  person,
  said_by: 'operator',
  reported_at: moment(second),
});

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const persons = () => herald.database('identification').collection('persons');
const publish = (message: DeviceRegistered) => herald.publish(deviceRegistered, message);

describe('persons', () => {
  it('come of reports; those that come twice, late and at once do no harm', async () => {
    const older = report(1, { dni: '1-9', name: 'Old', email: 'old@example.com' });
    const newer = report(2, { dni: '1-9', name: 'New', lastname: 'Rojas' });
    const all = [newer, older, newer, older, newer, older, older, newer].flatMap((one) => [one, one]);
    await Promise.all(all.map(publish));
    await publish(report(3, { dni: '2-7', name: 'Last' }));
    await eventually(async () => (await persons().countDocuments()) === 2);
    await eventually(async () => (await persons().findOne({ dni: '19' }))?.name === 'New');
    expect(await persons().find({ dni: '19' }).toArray()).toMatchObject([
      { company_id: '1', name: 'New', lastname: 'Rojas', reported_at: new Date(moment(2)) },
    ]);
  });

  it('are updated by the index when that is newer; those that no device reported are not shown', async () => {
    await publish(report(5, { dni: '1-9', name: 'Ana', phone: '1' }));
    await eventually(() => persons().findOne({ dni: '19' }));
    const change = { uuid: randomUUID(), company_id: '1', dni: '19', name: 'eva', last_name: 'soto', email: 'e@x.io' };
    await herald.publish(identityUpdated, { ...change, updated_at: moment(4), name: 'too late' });
    await herald.publish(identityUpdated, { ...change, updated_at: moment(6), dni: '55' });
    await herald.publish(identityUpdated, { ...change, updated_at: moment(6), company_id: '2' });
    await herald.publish(identityUpdated, { ...change, updated_at: moment(6) });
    const person = await eventually(() => persons().findOne({ name: 'eva', dni: '19', company_id: '1' }));
    expect(person).toMatchObject({ lastname: 'soto', email: 'e@x.io', phone: '1', id: 1 });
    for (const dni of ['55', '19'])
      expect((await herald.as({ companies: [dni === '55' ? 1 : 2] })(`GET ${path}/${dni}`)).body.user).toEqual([]);
    await publish(report(7, { dni: '55', name: 'Ana' }));
    await eventually(async () => (await herald.as()(`GET ${path}/55`)).body.user[0]?.name === 'Ana');
  });

  it('without a dni are not kept: nobody could find them', async () => {
    await publish(report(1, { email: 'a@example.com' }));
    await publish(report(2, { dni: '1-9' }));
    await eventually(() => persons().countDocuments());
    expect(await persons().countDocuments()).toBe(1);
  });
});

describe(`POST ${path}/dni`, () => {
  beforeEach(async () => {
    await publish(report(1, { dni: '12.345.678-K', name: 'Ana', lastname: 'Rojas', email: 'a@x.io', phone: '7' }));
    await publish(report(2, { dni: '12345678k', name: 'Anita' }, '2'));
    await publish(report(3, { dni: '9' }));
    await eventually(async () => (await persons().countDocuments()) === 3);
  });

  it('reads the persons of the token, one entry for each company, however the dni is written', async () => {
    const body = { dnis: ['12 345 678-k', '12.345.678-K', '404'] };
    const all = await herald.as()(`POST ${path}/dni`, { body });
    expect([all.status, all.body.status, all.body.message]).toEqual([200, true, 'ok']);
    expect(all.body.user.map(({ name }: { name: string }) => name).sort()).toEqual(['Ana', 'Anita']);
    const mine = await herald.as({ companies: [1] })(`POST ${path}/dni`, { body });
    expect(mine.body).toEqual({
      status: true,
      message: 'ok',
      user: [
        {
          id: expect.any(Number),
          uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          dni: '12345678K',
          name: 'Ana',
          lastname: 'Rojas',
          email: 'a@x.io',
          phone: '7',
          status: true,
          apple_users_id: [],
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ],
    });
  });

  it('reads one by path, and by GET with a body', async () => {
    const one = await herald.as({ companies: [2] })(`GET ${path}/12.345.678-k`);
    expect(one.body).toMatchObject({ status: true, message: 'ok', user: [{ name: 'Anita' }] });
    expect(await getWithBody({ dnis: ['9'] })).toMatchObject({ message: 'ok', user: [{ dni: '9' }] });
  });

  it('answers an empty list where nobody is found, also for persons of others', async () => {
    const nobody = { status: true, message: 'ok', user: [] };
    expect((await herald.as({ companies: [3] })(`GET ${path}/12345678K`)).body).toEqual(nobody);
    expect((await herald.as()(`POST ${path}/dni`, { body: { dnis: [] } })).body).toEqual(nobody);
  });

  it.each([undefined, {}, { dnis: '9' }, { dnis: { $ne: 1 } }, { dnis: null }, [], 'text'])(
    'answers 404 without the array: %j',
    async (body) => {
      const { status, body: answer } = await herald.as()(`POST ${path}/dni`, { body: body && JSON.stringify(body) });
      expect([status, answer]).toEqual([404, { status: false, message: "Array 'dnis' not found" }]);
    },
  );

  it.each([[[{ $ne: 1 }]], [[7]], [['']], [Array.from({ length: 1001 }, String)]])('refuses %j', async (dnis) => {
    expect((await herald.as()(`POST ${path}/dni`, { body: { dnis } })).status).toBe(422);
  });

  function getWithBody(body: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${herald.token()}`, 'content-type': 'application/json' };
      const sent = request(`${herald.url}${path}/dni`, { method: 'GET', headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
      });
      sent.on('error', reject);
      sent.setHeader('content-length', Buffer.byteLength(JSON.stringify(body)));
      sent.end(JSON.stringify(body));
    });
  }
});
