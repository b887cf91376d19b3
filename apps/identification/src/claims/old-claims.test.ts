import { deviceRegistered, type DeviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';

const day = 86_400_000;
let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const persons = () => herald.database('identification').collection('persons');
const read = async () => (await herald.as()('GET /identification/api/v1/identity/19')).body.user[0];
const publish = (core_id: string, name: string, said_by?: DeviceRegistered['said_by']) =>
  herald.publish(deviceRegistered, {
    core_id,
    core_id_type: '',
    company_id: '1',
    characteristics: {},
    app: { app_id: '11', bundle_id: 'com.acme.wallet', flavor_id: 'red', version: '1' },
    person: { dni: '1-9', name },
    said_by,
    reported_at: new Date().toISOString(),
  });

it('removes claims after their retention time; answers leave them out before', async () => {
  await publish('phone-1', 'Ana', 'operator');
  await eventually(() => persons().countDocuments());
  await publish('phone-2', 'Eva', 'device');
  await publish('phone-3', 'Eve', 'device');
  await eventually(async () => (await read()).claims?.length === 2);
  const { updated_at } = await read();
  const { claims } = (await persons().findOne({}))!;
  const [old, young] = claims as { core_id: string; at: Date }[];
  await persons().updateOne({}, { $set: { claims: [{ ...old, at: new Date(Date.now() - 91 * day) }, young] } });
  expect((await read()).claims).toMatchObject([{ core_id: young!.core_id }]);

  await herald.database('identification').collection('leases').deleteMany({});
  const again = await startForTest(service, herald.env);
  try {
    await eventually(async () => (await persons().findOne({}))!.claims.length === 1);
    expect(await read()).toMatchObject({ name: 'Ana', updated_at, claims: [{ core_id: young!.core_id }] });
  } finally {
    await again.stop();
  }
});
