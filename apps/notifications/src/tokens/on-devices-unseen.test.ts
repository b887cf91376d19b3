import { devicesUnseen } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';

let herald: TestedNotifications;
beforeAll(async () => (herald = await startNotifications()));
afterAll(() => herald?.stop());

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

it('removes the tokens of a device unless it reported since', async () => {
  await herald.register([
    { core_id: 'gone', token: 'one', at: at(1) },
    { core_id: 'returned', token: 'two', at: at(5) },
  ]);
  const tokens = herald.stored('push_tokens');
  await eventually(async () => (await tokens.countDocuments()) === 2);
  const core_ids = ['gone', 'returned'];
  await herald.publish(devicesUnseen, { company_id: '2', core_ids, since: at(9) });
  await herald.publish(devicesUnseen, { company_id: '1', core_ids, since: at(5) });
  await eventually(async () => (await tokens.countDocuments()) === 1);
  expect(await tokens.findOne()).toMatchObject({ core_id: 'returned', token: 'two' });
});
