import { randomUUID } from 'node:crypto';
import { fillNotification, type CustomNotification } from './custom-notification';
import { withDeliveryIds } from './delivery-ids';
import { payloadSizes } from './payload-sizes';

const body = { text_title: 'Hello {{name}}', text_body: 'x', image_url: '', isPersistent: false, isCancelable: true };
const notificationBody = JSON.stringify({ ...body, min_play_time: '0', buttons: [] });
const data = { type: 'notification', reactions: '[]', notificationBody };
const alert = { title: body.text_title, body: body.text_body };
const aps = { sound: 'default', category: 'notification', 'mutable-content': 1, alert, badge: 1 };
const template: CustomNotification = { priority: 'high', data, apns: { payload: { aps, data } } };
const ids = () => ({ message_id: randomUUID(), notification_uuid: randomUUID() });

it('puts the ids beside the other keys of what each provider gets, and changes nothing else', () => {
  const before = JSON.stringify(template);
  const own = ids();
  const sent = withDeliveryIds(template, own);
  const expected = { ...data, ...own };
  expect(sent).toEqual({ priority: 'high', data: expected, apns: { payload: { aps, data: expected } } });
  expect(JSON.stringify(template)).toBe(before);
});

it('measures what is sent, ids included, whether they are there by now or not', () => {
  const sent = withDeliveryIds(template, ids());
  const bytes = (what: object) => Buffer.byteLength(JSON.stringify(what));
  expect(payloadSizes(sent)).toEqual({ fcm: bytes(sent.data), apns: bytes(sent.apns.payload) });
  expect(payloadSizes(template)).toEqual(payloadSizes(sent));
  const keys = ',"message_id":"","notification_uuid":""'.length;
  expect(payloadSizes(template).fcm).toBe(bytes(data) + keys + 2 * 36);
});

it('counts a {{name}} as it stands, and its value once it is filled in', () => {
  const { fcm, apns } = payloadSizes(template);
  const filled = payloadSizes(fillNotification(template, { name: '12345678' }));
  expect(filled).toEqual(payloadSizes(template));
  const shorter = payloadSizes(fillNotification(template, { name: '1234567' }));
  expect(shorter).toEqual({ fcm: fcm - 1, apns: apns - 2 });
});
