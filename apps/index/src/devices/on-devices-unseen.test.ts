import { devicesUnseen } from '@herald/contracts';
import { eventually, type Tested } from '@herald/testing';
import { startWithDevices } from './start-with-devices.fixture';

let herald: Tested;
beforeEach(async () => (herald = await startWithDevices()));
afterEach(() => herald?.stop());

it("removes a company's device unless it was written since", async () => {
  const stored = herald.database('index').collection('devices');
  const all = await stored.countDocuments();
  const tell = (since: Date) =>
    herald.publish(devicesUnseen, { company_id: '1', core_ids: ['phone-1', 'never'], since: since.toISOString() });
  const { updated_at } = (await stored.findOne({ core_id: 'phone-1', company_id: '1' }))!;
  await tell(updated_at);
  await stored.insertOne({ core_id: 'never', company_id: '1', updated_at: new Date(0) });
  await tell(updated_at);
  await eventually(async () => (await stored.countDocuments()) === all);
  expect(await stored.countDocuments({ core_id: 'phone-1' })).toBe(2);
  await tell(new Date(updated_at.getTime() + 1));
  await eventually(async () => (await stored.countDocuments()) === all - 1);
  expect(await stored.countDocuments({ core_id: 'phone-1', company_id: '2' })).toBe(1);
});
