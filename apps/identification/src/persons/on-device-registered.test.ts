import { deviceRegistered, type DeviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';
import { moment, path, report } from './person-report.fixture';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const persons = () => herald.database('identification').collection('persons');
const publish = (message: DeviceRegistered) => herald.publish(deviceRegistered, message);

describe('on-device-registered', () => {
  it('stores the newest values of duplicate, late and concurrent reports', async () => {
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

  it('stores no person without a dni', async () => {
    await publish(report(1, { email: 'a@example.com' }));
    await publish(report(2, { dni: '1-9' }));
    await eventually(() => persons().countDocuments());
    expect(await persons().countDocuments()).toBe(1);
  });

  it('counts a message without a source as an unproven report', async () => {
    await publish(report(1, { dni: '1-9', name: 'Ana' }));
    await eventually(() => persons().countDocuments());
    const unproven = { core_id: 'phone-2', said_by: undefined, reported_at: new Date().toISOString() };
    await publish(report(2, { dni: '1-9', name: 'Eva' }, unproven));
    const read = async () => (await herald.as()(`GET ${path}/19`)).body.user[0];
    await eventually(async () => (await read()).claims?.length === 1);
    expect((await read()).name).toBe('Ana');
  });
});
