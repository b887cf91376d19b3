import { notificationUuid } from '../deliveries/notification-uuid';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';

let herald: TestedNotifications;
beforeAll(async () => {
  herald = await startNotifications({ retryAfterSeconds: 7 });
  await herald.register([
    { core_id: 'robot' },
    { core_id: 'apple', system: 'ios' },
    { core_id: 'gone', token: 'unregistered-1' },
    { core_id: 'busy', token: 'quota-1' },
    { core_id: 'foreign', company_id: '2' },
  ]);
});
afterAll(() => herald?.stop());

const path = 'POST /notifications/v2/device/sendmessage';
const send = (body: object, companies: '*' | number[] = '*', headers: Record<string, string> = {}) =>
  herald.as({ companies })(path, {
    body: { application_name: 'com.acme.wallet', data: { type: 'note', title: 'Hi', n: 7 }, ...body },
    headers,
  });
const unknownDevice = [
  404,
  { status: 'error', code: 404, message: 'Not Found', resource: 'Device', total: 0, error: 'Device not found' },
];
const readRecord = async (core_id: string, message_id: string) =>
  (await herald.as()('POST /notifications/device/notification', { body: { core_id, message_id } })).body;

it('sends by FCM with string values only, and stores a record', async () => {
  const { status, body } = await send({ core_id: 'robot' }, [1]);
  expect([status, body]).toEqual([
    200,
    {
      status: 'success',
      code: 200,
      message: 'Ok',
      resource: 'Device',
      total: 1,
      data: {
        name: expect.stringMatching(/^projects\/herald-test\/messages\//),
        message_id: expect.any(String),
        source: 'fcm',
        notification_uuid: notificationUuid(body.data.message_id, 'robot'),
      },
    },
  ]);
  const { message_id, notification_uuid } = body.data;
  const [arrived] = herald.push.messages('token-robot');
  expect(arrived!.payload).toEqual({
    token: 'token-robot',
    android: { priority: 'HIGH' },
    data: { type: 'note', title: 'Hi', n: '7', message_id, notification_uuid },
  });
  expect(await readRecord('robot', message_id)).toMatchObject({
    status: 'success',
    message: 'Ok',
    resource: 'Notification',
    total: 1,
    data: {
      uuid: notification_uuid,
      core_id: 'robot',
      message_id,
      status: 1,
      type: 'note',
      device_id: 7,
      application_id: 11,
      action: null,
    },
  });
});

it('sends by APNs, also by the name of the app', async () => {
  const { body } = await send({
    core_id: 'apple',
    application_name: 'Wallet',
    priority: 'normal',
    apns: { payload: { aps: { sound: 'ping' } } },
  });
  expect(body.data).toMatchObject({ source: 'apns', name: body.data.notification_uuid });
  const [arrived] = herald.push.messages('token-apple');
  expect(arrived).toMatchObject({
    headers: { 'apns-priority': '5', 'apns-topic': 'com.acme.wallet' },
    payload: { aps: { sound: 'ping', alert: { title: 'Hi' } }, data: { n: 7, message_id: body.data.message_id } },
  });
});

it('answers for a device of another company as for an unknown one', async () => {
  for (const [core_id, companies] of [
    ['nobody', '*'],
    ['robot', [2]],
    ['foreign', [1]],
  ] as const) {
    const { status, body } = await send({ core_id }, companies as never);
    expect([status, body]).toEqual(unknownDevice);
  }
});

it('reports a failed send, and forgets an unregistered token', async () => {
  const failed = {
    status: 'error',
    code: 404,
    resource: '',
    total: 0,
    message: expect.stringMatching(/^The sending failed, possibly/),
  };
  const first = await send({ core_id: 'gone' });
  expect([first.status, first.body]).toEqual([404, { ...failed, error: expect.stringMatching(/^UNREGISTERED/) }]);
  const arrived = herald.push.totals().accepted;
  expect((await send({ core_id: 'gone' })).body).toMatchObject(failed);
  expect(herald.push.totals().accepted).toBe(arrived);
});

it('passes on the Retry-After of a busy provider', async () => {
  const { status, headers } = await send({ core_id: 'busy' });
  expect([status, headers.get('retry-after')]).toEqual([503, '7']);
  expect((await send({ core_id: 'busy' })).status).toBe(200);
});

it('sends and stores nothing with validate_only', async () => {
  const before = [herald.push.totals().accepted, await herald.stored('deliveries').countDocuments()];
  for (const core_id of ['robot', 'apple']) expect((await send({ core_id, validate_only: true })).status).toBe(200);
  expect([herald.push.totals().accepted, await herald.stored('deliveries').countDocuments()]).toEqual(before);
});

it('sends once with the same Idempotency-Key', async () => {
  const before = herald.push.counts()['token-robot']!;
  const key = { 'idempotency-key': 'single-1' };
  const first = await send({ core_id: 'robot' }, '*', key);
  const again = await send({ core_id: 'robot' }, '*', key);
  expect([again.body, again.headers.get('idempotent-replay')]).toEqual([first.body, 'true']);
  expect(herald.push.counts()['token-robot']).toBe(before + 1);
  expect((await send({ core_id: 'apple' }, '*', key)).status).toBe(422);
});

it('reports by how much a message is too large', async () => {
  const { status, body } = await send({ core_id: 'robot', data: { text: 'x'.repeat(4_096) } });
  expect([status, body.message]).toEqual([422, 'Unprocessable Entity']);
  expect(body.error).toEqual([
    {
      location: 'body',
      param: 'data',
      msg: expect.stringMatching(/^makes 4\d{3} bytes for FCM, \d+ more than the 4096/),
    },
  ]);
});

it.each([
  ['no data', { data: undefined }],
  ['data that is not an object', { data: 'x' }],
  ['an operator as core_id', { core_id: { $ne: 1 } }],
  ['an operator within data', { data: { $where: '1' } }],
  ['an unknown priority', { priority: 'urgent' }],
])('rejects %s', async (_, wrong) => {
  expect((await send({ core_id: 'robot', ...wrong })).status).toBe(422);
});

it('shows no push token in a response', async () => {
  const { body } = await send({ core_id: 'robot' });
  const history = await herald.as()(`GET /notifications/v2/delivery/${body.data.message_id}/robot`);
  expect(history.body.data).toMatchObject({ provider: 'fcm', tries: [{ outcome: 'sent' }], reports: [] });
  expect(JSON.stringify([body, history.body])).not.toContain('token-robot');
  expect(
    (await herald.as({ companies: [2] })(`GET /notifications/v2/delivery/${body.data.message_id}/robot`)).status,
  ).toBe(404);
});
