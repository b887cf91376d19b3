import { randomUUID } from 'node:crypto';
import { deliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';
import { campaignNotificationUuid } from './notification-uuid';

let herald: TestedNotifications;
beforeAll(async () => {
  herald = await startNotifications();
  const results = await herald.collect(deliveryResults);
  await herald.register([{ core_id: 'phone' }, { core_id: 'gone', token: 'unregistered-1' }]);
  await herald.send({ core_ids: ['phone', 'gone'] });
  await eventually(() => results.length === 1);
});
afterAll(() => herald?.stop());

const read = (body: object, companies: '*' | number[] = [1]) =>
  herald.as({ companies, scope: 'notifications:read' })('POST /notifications/device/notification', { body });
const noRecord = { status: 'success', code: 200, message: 'Ok', resource: 'Notification', total: 0, data: {} };

it('finds the newest record of a message to a device, without its push token', async () => {
  const { message_id } = herald.campaign;
  const { status, body } = await read({ core_id: 'phone', message_id });
  expect([status, body.total]).toEqual([200, 1]);
  const record = { core_id: 'phone', message_id, device_id: 7, application_id: 11, status: 1, action: null };
  const uuid = campaignNotificationUuid(herald.campaign.uuid, 'phone');
  expect(body.data).toMatchObject({ ...record, uuid, error_message: null, action_button: null });
  expect(JSON.stringify(body)).not.toContain('token-phone');
  expect((await read({ core_id: 'gone', message_id })).body.data).toMatchObject({ core_id: 'gone', status: 3 });
  const later = { ...herald.campaign, uuid: randomUUID() };
  await herald.send({ core_ids: ['phone'], campaign: later });
  await eventually(
    async () =>
      (await read({ core_id: 'phone', message_id })).body.data.uuid === campaignNotificationUuid(later.uuid, 'phone'),
  );
});

it('shows no record of another company or another device', async () => {
  const { message_id } = herald.campaign;
  expect((await read({ core_id: 'phone', message_id }, [2])).body).toEqual(noRecord);
  expect((await read({ core_id: 'other', message_id })).body).toEqual(noRecord);
  expect((await read({ core_id: 'phone', message_id, company_id: 2 }, [1])).status).toBe(403);
});

it.each([
  ['no message id', { core_id: 'phone' }],
  ['an operator as message id', { core_id: 'phone', message_id: { $gt: '' } }],
  ['an operator as core_id', { core_id: { $ne: '' }, message_id: 'x' }],
])('rejects %s', async (_, body) => {
  expect((await read(body)).status).toBe(422);
});

it('requires a core_id, and answers without data where no record exists', async () => {
  const { status, body } = await herald.as()('POST /notifications/device/notification', { body: { message_id: 'x' } });
  expect([status, body]).toEqual([
    422,
    {
      status: 'error',
      code: 422,
      message: 'Unprocessable Entity',
      resource: 'Device',
      total: 0,
      error: [{ location: 'body', param: 'core_id', msg: 'The trust-id field (core_id) is required' }],
    },
  ]);
  const none = await herald.as()('POST /notifications/device/notification', {
    body: { core_id: 'phone', message_id: 'x' },
  });
  expect([none.status, none.body]).toEqual([
    200,
    { status: 'success', code: 200, message: 'Ok', resource: 'Notification', total: 0, data: {} },
  ]);
});
