import { randomUUID } from 'node:crypto';
import { deliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';
import { campaignNotificationUuid } from './notification-uuid';

let herald: TestedNotifications;
beforeAll(async () => {
  herald = await startNotifications({ retryAfterSeconds: 1 });
  const results = await herald.collect(deliveryResults);
  await herald.register([
    { core_id: 'phone' },
    { core_id: 'busy', token: 'quota-1' },
    { core_id: 'flaky', token: 'flaky-1', system: 'ios' },
  ]);
  await herald.send({ core_ids: ['phone', 'busy', 'flaky'] });
  await eventually(() => results.flatMap(({ sent, failed }) => [...sent, ...failed]).length === 3);
});
afterAll(() => herald?.stop());

const read = (core_id: string, sentUnder: string = herald.campaign.uuid, companies: '*' | number[] = [1]) =>
  herald.as({ companies, scope: 'notifications:read' })(`GET /notifications/v2/delivery/${sentUnder}/${core_id}`);

it('lists every try with its outcome and answer, without the push token', async () => {
  const { uuid: campaign_uuid } = herald.campaign;
  const phone = await read('phone');
  expect([phone.status, phone.body.data]).toMatchObject([
    200,
    {
      ...{
        uuid: campaignNotificationUuid(campaign_uuid, 'phone'),
        campaign_uuid,
        provider: 'fcm',
        status: 1,
        reports: [],
      },
      name: expect.stringMatching(/^projects\/herald-test\/messages\//),
      tries: [{ outcome: 'sent', answer: '' }],
    },
  ]);
  expect((await read('busy')).body.data.tries).toMatchObject([
    { outcome: 'busy', answer: expect.stringMatching(/^QUOTA_EXCEEDED/) },
    { outcome: 'sent', answer: '' },
  ]);
  expect((await read('flaky')).body.data).toMatchObject({
    ...{ provider: 'apns', name: null, status: 3 },
    tries: [
      { outcome: 'busy', answer: 'ServiceUnavailable' },
      { outcome: 'gone', answer: 'Unregistered' },
    ],
  });
  expect(JSON.stringify(phone.body)).not.toContain('token-phone');
});

it('lists the reports of the device in their order', async () => {
  const device = herald.as({ companies: [1], scope: 'notifications:write', coreId: 'phone' });
  const notification_uuid = campaignNotificationUuid(herald.campaign.uuid, 'phone');
  for (const action of ['RECEIVED', 'CLOSED'])
    await device('POST /notifications/v2/device/report', { body: { core_id: 'phone', notification_uuid, action } });
  const { reports } = (await read('phone')).body.data;
  expect(reports).toMatchObject([{ action: 'RECEIVED' }, { action: 'CLOSED' }]);
});

it('answers for a record of another company as for none', async () => {
  const foreign = await read('phone', herald.campaign.uuid, [2]);
  const none = await read('phone', randomUUID());
  expect([foreign.status, foreign.body]).toEqual([none.status, none.body]);
  expect([none.status, none.body.error]).toEqual([404, 'Notification not found']);
});

it('rejects an id that is not a uuid', async () => {
  expect((await read('phone', 'x')).status).toBe(422);
});
