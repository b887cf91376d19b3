import { deliveryReported, deliveryResults, type DeliveryReported } from '@herald/envelopes';
import { eventually } from '@herald/testing';
import { notificationUuid } from './notification-uuid';
import { startNotifications, type TestedNotifications } from './start-notifications.fixture';

let herald: TestedNotifications;
let told: DeliveryReported[];
beforeAll(async () => {
  herald = await startNotifications();
  told = await herald.collect(deliveryReported);
  const results = await herald.collect(deliveryResults);
  await herald.register([{ core_id: 'phone' }, { core_id: 'other' }, { core_id: 'third' }]);
  await herald.send({ core_ids: ['phone', 'other', 'third'] });
  await eventually(() => results.length === 1);
});
afterAll(() => herald?.stop());

const device = (coreId: string) => herald.as({ companies: [1], scope: 'notifications:write', coreId });
const report = (coreId: string, body: object, as = device(coreId)) =>
  as('POST /notifications/v2/device/report', { body: { core_id: coreId, notification_uuid: uuidOf(coreId), ...body } });
const uuidOf = (coreId: string) => notificationUuid(herald.campaign.uuid, coreId);

it('keeps the latest action, never back to RECEIVED, and tells the campaign', async () => {
  const first = await report('phone', { action: 'RECEIVED' });
  expect([first.status, first.body.data]).toMatchObject([200, { action: 'RECEIVED', status: 2, action_button: null }]);
  const pressed = await report('phone', { action: 'PRESS_ACTION', action_button: 'See it' });
  expect(pressed.body.data).toMatchObject({ action: 'PRESS_ACTION', action_button: 'See it', status: 2 });
  expect((await report('phone', { action: 'RECEIVED' })).body.data.action).toBe('PRESS_ACTION');
  expect((await report('phone', { action: 'CLOSED' })).body.data.action).toBe('CLOSED');
  await eventually(() => told.length === 3);
  expect(told.map(({ action, revision }) => [action, revision])).toEqual([
    ['RECEIVED', 1],
    ['PRESS_ACTION', 2],
    ['CLOSED', 3],
  ]);
});

it('numbers what a device says at the same moment, so that all agree on the last', async () => {
  const before = told.length;
  const actions = ['PRESS_ACTION', 'CLOSED', 'UNKNOWN'];
  const sent = Array.from({ length: 30 }, (_, at) => report('third', { action: actions[at % 3] }));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  const stored = (await herald.stored('deliveries').findOne({ core_id: 'third' }))!;
  const isLast = ({ revision }: DeliveryReported) => revision === stored.revision;
  const last = await eventually(() => told.slice(before).find(isLast));
  expect(last.action).toBe(stored.action);
  const kept = (stored.reports as { action: string }[]).map(({ action }) => action);
  expect([kept.length, kept.at(-1)]).toEqual([Math.min(stored.revision as number, 20), stored.action]);
});

it('takes an error for a failure, and the name of the message for the notification', async () => {
  const body = { notification_uuid: undefined, message_id: herald.campaign.message_id };
  const { data } = (await report('third', { ...body, action: 'UNKNOWN', error_message: 'It could not be drawn' })).body;
  expect(data).toMatchObject({ action: 'UNKNOWN', status: 3, error_message: 'It could not be drawn' });
});

it('hears no device about another one, and none of another company', async () => {
  const foreign = await report('other', { core_id: 'phone', action: 'RECEIVED' });
  expect(foreign.status).toBe(403);
  const stolen = await report('other', { notification_uuid: uuidOf('phone'), action: 'CLOSED' });
  const elsewhere = await report('other', { action: 'CLOSED' }, herald.as({ companies: [2] }));
  for (const { status, body } of [stolen, elsewhere]) {
    const notThere = { status: 'error', code: 404, message: 'Not Found', resource: 'Notification', total: 0 };
    expect([status, body]).toEqual([404, { ...notThere, error: 'Notification not found' }]);
  }
  const stored = await herald.stored('deliveries').findOne({ core_id: 'other' });
  expect(stored!.action).toBeUndefined();
});

it('waits a moment for a record that is on its way', async () => {
  const coming = herald.register([{ core_id: 'fast' }]);
  await coming;
  const early = report('fast', { action: 'RECEIVED' });
  await herald.send({ core_ids: ['fast'] });
  expect((await early).status).toBe(200);
});

it.each([
  ['another action', { action: 'OPENED' }],
  ['no action', {}],
  ['no name', { notification_uuid: undefined, action: 'CLOSED' }],
  ['an operator as name', { notification_uuid: { $gt: '' }, action: 'CLOSED' }],
])('refuses %s', async (_, body) => {
  expect((await report('phone', body)).status).toBe(422);
});

it('asks for the device of a record in the words of its callers', async () => {
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
