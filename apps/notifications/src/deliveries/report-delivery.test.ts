import { deliveryReported, deliveryResults, type DeliveryReported } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { campaignNotificationUuid } from './notification-uuid';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';

let herald: TestedNotifications;
let published: DeliveryReported[];
beforeAll(async () => {
  herald = await startNotifications();
  published = await herald.collect(deliveryReported);
  const results = await herald.collect(deliveryResults);
  await herald.register([{ core_id: 'phone' }, { core_id: 'other' }, { core_id: 'third' }]);
  await herald.send({ core_ids: ['phone', 'other', 'third'] });
  await eventually(() => results.length === 1);
});
afterAll(() => herald?.stop());

const device = (coreId: string) => herald.as({ companies: [1], scope: 'notifications:write', coreId });
const report = (coreId: string, body: object, as = device(coreId)) =>
  as('POST /notifications/v2/device/report', { body: { core_id: coreId, notification_uuid: uuidOf(coreId), ...body } });
const uuidOf = (coreId: string) => campaignNotificationUuid(herald.campaign.uuid, coreId);

it('stores the latest action, never RECEIVED after another one, and publishes each report', async () => {
  const first = await report('phone', { action: 'RECEIVED' });
  expect([first.status, first.body.data]).toMatchObject([200, { action: 'RECEIVED', status: 2, action_button: null }]);
  const pressed = await report('phone', { action: 'PRESS_ACTION', action_button: 'See it' });
  expect(pressed.body.data).toMatchObject({ action: 'PRESS_ACTION', action_button: 'See it', status: 2 });
  expect((await report('phone', { action: 'RECEIVED' })).body.data.action).toBe('PRESS_ACTION');
  expect((await report('phone', { action: 'CLOSED' })).body.data.action).toBe('CLOSED');
  await eventually(() => published.length === 3);
  expect(published.map(({ action, revision }) => [action, revision])).toEqual([
    ['RECEIVED', 1],
    ['PRESS_ACTION', 2],
    ['CLOSED', 3],
  ]);
});

it('numbers concurrent reports, so that record and messages agree on the last one', async () => {
  const before = published.length;
  const actions = ['PRESS_ACTION', 'CLOSED', 'UNKNOWN'];
  const sent = Array.from({ length: 30 }, (_, at) => report('third', { action: actions[at % 3] }));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  const stored = (await herald.recordOf('third'))!;
  const isLast = ({ revision }: DeliveryReported) => revision === stored.revision;
  const last = await eventually(() => published.slice(before).find(isLast));
  expect(last.action).toBe(stored.action);
  const kept = (stored.reports as { action: string }[]).map(({ action }) => action);
  expect([kept.length, kept.at(-1)]).toEqual([Math.min(stored.revision as number, 20), stored.action]);
});

it('stores an error as a failure, and finds the notification by its message id', async () => {
  const body = { notification_uuid: undefined, message_id: herald.campaign.message_id };
  const { data } = (await report('third', { ...body, action: 'UNKNOWN', error_message: 'It could not be drawn' })).body;
  expect(data).toMatchObject({ action: 'UNKNOWN', status: 3, error_message: 'It could not be drawn' });
});

it('rejects reports on other devices and on devices of another company', async () => {
  const foreign = await report('other', { core_id: 'phone', action: 'RECEIVED' });
  expect(foreign.status).toBe(403);
  const stolen = await report('other', { notification_uuid: uuidOf('phone'), action: 'CLOSED' });
  const elsewhere = await report('other', { action: 'CLOSED' }, herald.as({ companies: [2] }));
  for (const { status, body } of [stolen, elsewhere]) {
    const notThere = { status: 'error', code: 404, message: 'Not Found', resource: 'Notification', total: 0 };
    expect([status, body]).toEqual([404, { ...notThere, error: 'Notification not found' }]);
  }
  const stored = await herald.recordOf('other');
  expect(stored!.action).toBeUndefined();
});

it('waits for a record that is being stored', async () => {
  const coming = herald.register([{ core_id: 'fast' }]);
  await coming;
  const early = report('fast', { action: 'RECEIVED' });
  await herald.send({ core_ids: ['fast'] });
  expect((await early).status).toBe(200);
});

it.each([
  ['an unknown action', { action: 'OPENED' }],
  ['no action', {}],
  ['neither message id nor uuid', { notification_uuid: undefined, action: 'CLOSED' }],
  ['an operator as uuid', { notification_uuid: { $gt: '' }, action: 'CLOSED' }],
])('rejects %s', async (_, body) => {
  expect((await report('phone', body)).status).toBe(422);
});
