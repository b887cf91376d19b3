import { eventually } from '@herald/testing';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';

const path = 'GET /notifications/v2/device/phone/delivery';

let herald: TestedNotifications;
beforeAll(async () => {
  herald = await startNotifications({ retryAfterSeconds: 1 });
  await herald.register([{ core_id: 'phone' }, { core_id: 'gone', token: 'unregistered-1' }]);
  await herald.send({ core_ids: ['phone'] });
  await eventually(async () => (await herald.stored('campaign_deliveries').countDocuments()) === 1);
});
afterAll(() => herald?.stop());

const sendTo = (core_id: string, type: string) =>
  herald.as()('POST /notifications/v2/device/sendmessage', {
    body: { application_name: 'com.acme.wallet', core_id, data: { type, title: 'Hello' } },
  });
const list = (query = '', companies: '*' | number[] = [1]) =>
  herald.as({ companies, scope: 'notifications:read' })(`${path}${query}`);

it("lists a device's single messages with their tries and reports, newest first, and none of campaigns", async () => {
  const { body: first } = await sendTo('phone', 'first');
  await sendTo('phone', 'second');
  const { notification_uuid } = first.data;
  const device = herald.as({ companies: [1], scope: 'notifications:write', coreId: 'phone' });
  await device('POST /notifications/v2/device/report', {
    body: { core_id: 'phone', notification_uuid, action: 'RECEIVED' },
  });
  const { status, body } = await list();
  expect([status, body.total]).toEqual([200, 2]);
  expect(body.data).toMatchObject([
    { type: 'second', campaign_uuid: null, provider: 'fcm', reports: [] },
    { type: 'first', uuid: notification_uuid, tries: [{ outcome: 'sent' }], reports: [{ action: 'RECEIVED' }] },
  ]);
  expect(JSON.stringify(body)).not.toContain('token-phone');
  const second = await list('?page=2&per_page=1');
  expect(second.body.data.map(({ type }: { type: string }) => type)).toEqual(['first']);
});

it('shows why one was refused', async () => {
  expect((await sendTo('gone', 'lost')).status).toBe(404);
  const { body } = await herald.as()(path.replace('phone', 'gone'));
  expect(body.data).toMatchObject([{ type: 'lost', status: 3, tries: [{ outcome: 'gone' }] }]);
});

it('shows nothing of another company, and an empty list for an unknown device', async () => {
  expect((await list('', [2])).body).toMatchObject({ total: 0, data: [] });
  expect((await herald.as()(path.replace('phone', 'nobody'))).body).toMatchObject({ total: 0, data: [] });
});
