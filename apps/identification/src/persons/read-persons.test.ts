import { request } from 'node:http';
import { deviceRegistered, type DeviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';
import { path, report } from './person-report.fixture';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const persons = () => herald.database('identification').collection('persons');
const publish = (message: DeviceRegistered) => herald.publish(deviceRegistered, message);

describe(`POST ${path}/dni`, () => {
  beforeEach(async () => {
    await publish(report(1, { dni: '12.345.678-K', name: 'Ana', lastname: 'Rojas', email: 'a@x.io', phone: '7' }));
    await publish(report(2, { dni: '12345678k', name: 'Anita' }, { company_id: '2' }));
    await publish(report(3, { dni: '9' }));
    await eventually(async () => (await persons().countDocuments()) === 3);
  });

  it("reads the persons of the token's companies, in any spelling of the dni", async () => {
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

  it('reads by GET with a body', async () => {
    expect(await getWithBody({ dnis: ['9'] })).toMatchObject({ message: 'ok', user: [{ dni: '9' }] });
  });

  it('answers an empty list for no numbers', async () => {
    const none = { status: true, message: 'ok', user: [] };
    expect((await herald.as()(`POST ${path}/dni`, { body: { dnis: [] } })).body).toEqual(none);
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
