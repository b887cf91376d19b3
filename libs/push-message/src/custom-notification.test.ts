import { fillNotification, type CustomNotification, type NotificationBody } from './custom-notification';
import { payloadSizes } from './payload-sizes';

const body: NotificationBody = {
  text_title: 'Hello {{name}}',
  text_body: '{{text}} and "{{name}}"',
  image_url: 'https://cdn.example.com/{{name}}.png',
  isPersistent: false,
  isCancelable: true,
  min_play_time: '0',
  buttons: [{ action: 'https://example.com', color: '#112233', text: '{{name}}', type: 'url' }],
};
const data = { type: 'dialog', reactions: '[]', notificationBody: JSON.stringify(body) };
const alert = { title: body.text_title, body: body.text_body };
const aps = { sound: 'default', category: 'dialog', 'mutable-content': 1, alert, badge: 1 };
const template: CustomNotification = { priority: 'high', data, apns: { payload: { aps, data } } };

it('fills title and text, everywhere they stand, and nothing else', () => {
  const before = JSON.stringify(template);
  const filled = fillNotification(template, { name: 'Ana', text: 'Come' });
  const expected = { ...body, text_title: 'Hello Ana', text_body: 'Come and "Ana"' };
  expect(JSON.parse(filled.data.notificationBody)).toEqual(expected);
  expect(filled.apns.payload.data).toEqual(filled.data);
  expect(filled.apns.payload.aps).toEqual({ ...aps, alert: { title: 'Hello Ana', body: 'Come and "Ana"' } });
  expect(filled.priority).toBe('high');
  expect(JSON.stringify(template)).toBe(before);
});

it.each([
  '"quoted"',
  '\\',
  '\\"',
  '","isPersistent":true,"x":"',
  '</script><b>',
  'two\nlines\r\n\ttab',
  '{{text}}',
  '\u2028\u2029',
  '\ud83d',
  '👍🏽',
  '$&$1',
])('stays valid JSON with %j, and holds the value as it is', (name) => {
  const filled = fillNotification(template, { name, text: '' });
  const whole = JSON.parse(JSON.stringify(filled)) as CustomNotification;
  const inner = JSON.parse(whole.data.notificationBody) as NotificationBody;
  expect(inner).toEqual({ ...body, text_title: inner.text_title, text_body: inner.text_body });
  expect(inner.text_title).toBe(`Hello ${name === '\ud83d' ? '' : name}`);
  expect(inner.text_title).toBe(whole.apns.payload.aps.alert.title);
});

it('measures bytes, not characters', () => {
  const { fcm, apns } = payloadSizes(fillNotification(template, { name: 'x', text: 'a' }));
  expect(payloadSizes(fillNotification(template, { name: 'x', text: '👍' }))).toEqual({ fcm: fcm + 3, apns: apns + 6 });
});
