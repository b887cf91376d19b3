import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';
import { report } from './person-report.fixture';

const path = '/identification/api/v1/person';

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service);
  await herald.publish(deviceRegistered, report(1, { dni: '12.345.678-K', name: 'Ana' }));
  await herald.publish(deviceRegistered, report(2, { dni: '12345678k', name: 'Anita' }, { company_id: '2' }));
  await eventually(async () => (await persons().countDocuments()) === 2);
});
afterAll(() => herald?.stop());

const persons = () => herald.database('identification').collection('persons');
const uuidOf = async (filter: object): Promise<string> => (await persons().findOne(filter))!.uuid;

it('reads the person of one company, and the log names the company', async () => {
  const logged = await herald.collectServiceLog();
  const uuid = await uuidOf({ company_id: '2' });
  const { status, body } = await herald.as()(`GET ${path}/${uuid.toUpperCase()}`);
  expect([status, body]).toMatchObject([200, { status: true, message: 'ok', user: { uuid, name: 'Anita' } }]);
  expect(await eventually(() => logged[0])).toMatchObject({ operation: 'read', resource_id: uuid, company_id: '2' });
});

it('leaves a record of a caller that only calls itself a service', async () => {
  const logged = await herald.collectServiceLog();
  const uuid = await uuidOf({ company_id: '2' });
  await herald.as({ subject: 'service:campaigns' })(`GET ${path}/${uuid}`);
  expect(await eventually(() => logged[0])).toMatchObject({ user_id: 'caller:service:campaigns', resource_id: uuid });
});

it('answers the same for persons of other companies, blocked persons and persons that do not exist', async () => {
  const mine = await uuidOf({ company_id: '1' });
  await persons().updateOne({ uuid: mine }, { $set: { block: { is: true, at: new Date() } } });
  const clerk = herald.as({ companies: [1], scope: 'identification:read' });
  const unknown = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
  for (const uuid of [await uuidOf({ company_id: '2' }), mine, unknown]) {
    const { status, body } = await clerk(`GET ${path}/${uuid}`);
    expect([status, body]).toEqual([404, { status: false, message: 'Not found' }]);
  }
  const officer = herald.as({ companies: [1], scope: 'identification:read privacy:read' });
  expect((await officer(`GET ${path}/${mine}`)).body).toMatchObject({ user: { name: 'Ana' } });
});

it('does not show a person whom the index alone knows', async () => {
  await persons().updateOne({ company_id: '2' }, { $set: { is_unreported: true } });
  expect((await herald.as()(`GET ${path}/${await uuidOf({ company_id: '2' })}`)).status).toBe(404);
});

it.each(['x', '12345678K', "' or 1=1"])('refuses %j', async (uuid) => {
  expect((await herald.as()(`GET ${path}/${encodeURIComponent(uuid)}`)).status).toBe(422);
});
