import { deliveryReported, deliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';
import { notificationUuid } from './notification-uuid';

/** Earlier versions kept the records of campaigns with those of single messages, under uuids of the same form. */
let herald: TestedNotifications;
let uuid: string;
/** What records of earlier versions say themselves. */
const whole = (core_id: string) => ({
  ...{ core_id, campaign_uuid: herald.campaign.uuid, message_id: herald.campaign.message_id, type: 'notification' },
  ...{ company_id: '1', application_id: 11, status: 1, settled: true, updated_at: new Date() },
});
const batch = { batch_id: 'batch-1', core_ids: ['phone', 'other'] };
beforeAll(async () => {
  herald = await startNotifications();
  await herald.register([{ core_id: 'phone' }, { core_id: 'other' }]);
  uuid = notificationUuid(herald.campaign.uuid, 'phone');
  const results = await herald.collect(deliveryResults);
  await herald.send(batch);
  await eventually(() => results.flatMap(({ sent }) => sent).length === 2);
  const { _id, ...sent } = (await herald.recordOf('phone'))!;
  await herald.stored('campaign_deliveries').deleteOne({ _id });
  await herald.stored('deliveries').insertOne({ ...sent, ...whole('phone'), _id: uuid as never });
});
afterAll(() => herald?.stop());

it('finds such a record by its campaign, its message and its uuid, and stores reports in it', async () => {
  const { uuid: campaign_uuid, message_id } = herald.campaign;
  const reported = await herald.collect(deliveryReported);
  const history = await herald.as()(`GET /notifications/v2/delivery/${campaign_uuid}/phone`);
  const read = await herald.as()('POST /notifications/device/notification', {
    body: { core_id: 'phone', message_id },
  });
  expect([history.body.data.uuid, read.body.data.uuid]).toEqual([uuid, uuid]);
  const body = { core_id: 'phone', notification_uuid: uuid, action: 'RECEIVED' };
  expect((await herald.as()('POST /notifications/v2/device/report', { body })).status).toBe(200);
  await eventually(() => reported.length === 1);
  expect(reported).toMatchObject([{ campaign_uuid, core_id: 'phone', action: 'RECEIVED' }]);
  expect(await herald.stored('deliveries').findOne({ _id: uuid as never })).toMatchObject({ action: 'RECEIVED' });
});

it('finds a record that says all of its campaign, of which less is known', async () => {
  const { uuid: campaign_uuid } = herald.campaign;
  const { _id } = (await herald.recordOf('other'))!;
  await herald.stored('campaign_deliveries').updateOne({ _id }, { $set: whole('other') });
  await herald.stored('campaigns').updateOne({}, { $unset: { application_id: 1, type: 1 } });
  const { body } = await herald.as()(`GET /notifications/v2/delivery/${campaign_uuid}/other`);
  expect(body.data).toMatchObject({ uuid: _id, application_id: 11, type: 'notification', core_id: 'other', status: 1 });
});

it('sends to no device again that such a record settles', async () => {
  const results = await herald.collect(deliveryResults);
  await herald.send(batch);
  await eventually(() => results.length > 0);
  expect(results.flatMap(({ sent }) => sent).sort()).toEqual(['other', 'phone']);
  expect(herald.push.counts()).toEqual({ 'token-phone': 1, 'token-other': 1 });
});
