import { randomUUID } from 'node:crypto';
import { deviceRegistered, identityUpdated, type DeviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';
import { moment, path, report } from './person-report.fixture';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const persons = () => herald.database('identification').collection('persons');
const publish = (message: DeviceRegistered) => herald.publish(deviceRegistered, message);

describe('on-identity-updated', () => {
  it('stores newer values of the index, and shows no person that no device reported', async () => {
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
});
