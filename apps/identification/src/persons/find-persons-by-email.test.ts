import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';
import { path, report } from './person-report.fixture';

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service);
  const email = 'ana@example.com';
  await herald.publish(deviceRegistered, report(1, { dni: '1-9', name: 'Ana', email }));
  await herald.publish(deviceRegistered, report(2, { dni: '2-7', name: 'Ana B', email }));
  await herald.publish(deviceRegistered, report(3, { dni: '1-9', name: 'Anita', email }, { company_id: '2' }));
  const persons = herald.database('identification').collection('persons');
  await eventually(async () => (await persons.countDocuments()) === 3);
});
afterAll(() => herald?.stop());

describe(`GET ${path}?email`, () => {
  it("finds the persons of the token's companies", async () => {
    const { status, body } = await herald.as({ companies: [1] })(`GET ${path}`, {
      query: { email: 'Ana@Example.com' },
    });
    const names = body.user.map(({ name }: { name: string }) => name);
    expect([status, body.message, names.sort()]).toEqual([200, 'ok', ['Ana', 'Ana B']]);
  });

  it.each(['na@example.com', 'ana@example.co'])('finds nobody by the part %s', async (email) => {
    expect((await herald.as()(`GET ${path}`, { query: { email } })).body.user).toEqual([]);
  });

  it.each(['', '?email=ana', '?email[$ne]=x'])('needs an address: %s', async (query) => {
    expect((await herald.as()(`GET ${path}${query}`)).status).toBe(422);
  });
});
