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
  await eventually(async () => (await devices.findOne({ id: 1 }))!.reports['11'].digest !== 'a');
  expect((await devices.findOne({ id: 1 }))!.reports['12']).toEqual(reports[12]);
  expect((await devices.findOne({ id: 1 }))!.revision).not.toBe(7);
  expect(await devices.countDocuments({ 'reports.11.digest': 'a' })).toBe(2);
});

it('keeps a report that is newer than the change', async () => {
  const devices = herald.database('identification').collection('devices');
  const reported = (id: number, at: Date) => ({
    ...{ id, core_id: `phone-${id}`, company_id: '1', revision: 7 },
    reports: { 11: { digest: 'a', at } },
  });
  const now = Date.now();
  await devices.insertMany([reported(4, new Date(now + 1)), reported(5, new Date(now - 1))]);
  const updated_at = new Date(now).toISOString();
  for (const core_id of ['phone-4', 'phone-5'])
    await herald.publish(deviceUpdated, { core_id, company_id: '1', app_id: '11', updated_at });
  await eventually(async () => (await devices.findOne({ id: 5 }))!.reports['11'].digest !== 'a');
  expect((await devices.findOne({ id: 4 }))!.reports['11'].digest).toBe('a');
});
