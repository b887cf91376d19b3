import { deviceUpdated } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

it('forgets what one app of one device in one company reported', async () => {
  const devices = herald.database('identification').collection('devices');
  const reports = { 11: { digest: 'a', at: new Date() }, 12: { digest: 'b', at: new Date() } };
  const device = (id: number, core_id: string, company_id: string) => ({
    id,
    core_id,
    company_id,
    reports,
    revision: 7,
  });
  await devices.insertMany([device(1, 'phone-1', '1'), device(2, 'phone-1', '2'), device(3, 'phone-2', '1')]);
  await herald.publish(deviceUpdated, { core_id: 'phone-1', company_id: '1', app_id: '11' });
  await eventually(async () => Object.keys((await devices.findOne({ id: 1 }))!.reports).join() === '12');
  expect((await devices.findOne({ id: 1 }))!.revision).not.toBe(7);
  expect(await devices.countDocuments({ 'reports.11.digest': 'a' })).toBe(2);
});
