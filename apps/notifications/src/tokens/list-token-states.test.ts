import { eventually } from '@herald/testing';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';

let herald: TestedNotifications;
beforeAll(async () => {
  herald = await startNotifications();
  await herald.register([{ core_id: 'phone' }, { core_id: 'gone', token: 'unregistered-1', system: 'ios' }]);
});
afterAll(() => herald?.stop());

const reads = 'notifications:read';
const read = (core_id: string, companies: '*' | number[] = [1], scope = reads) =>
  herald.as({ companies, scope })(`GET /notifications/v2/device/${core_id}/token`);

it('lists one state for each app, without the token', async () => {
  const { status, body } = await read('phone');
  expect([status, body.status, body.resource]).toEqual([200, 'success', 'Device']);
  expect(body.data).toEqual([
    expect.objectContaining({ provider: 'fcm', has_token: true, is_blocked: false, reported_at: expect.any(String) }),
  ]);
  expect(JSON.stringify(body)).not.toContain('token-phone');
});

it('says when the provider no longer knows a token', async () => {
  expect((await read('gone')).body.data).toMatchObject([{ provider: 'apns', has_token: true }]);
  await herald.send({ core_ids: ['gone'] });
  await eventually(async () => (await read('gone')).body.data[0].has_token === false);
});

it('says when the person is blocked to those who may see it, and hides the device from others', async () => {
  const block = { is: true, at: new Date() };
  await herald
    .database('notifications')
    .collection('push_tokens')
    .updateMany({ core_id: 'phone' }, { $set: { block } });
  const { body } = await read('phone', [1], `${reads} privacy:read`);
  expect(body.data).toMatchObject([{ has_token: true, is_blocked: true }]);
  expect((await read('phone')).body.data).toEqual([]);
});

it('shows nothing of other companies and unknown devices', async () => {
  expect((await read('phone', [99])).body.data).toEqual([]);
  expect((await read('nobody')).body.data).toEqual([]);
});
