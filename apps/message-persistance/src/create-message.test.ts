import { eventually } from '@herald/testing';
import { sampleMessage } from './sample-message.fixture';
import {
  isForbidden,
  startMessagePersistance,
  type TestedMessagePersistance,
} from './start-message-persistance.fixture';

const create = 'POST /message-persistance/api/v1/factory';
const { notification_version, notification_type, data, values } = sampleMessage;
const least = { notification_version, notification_type, data, values };

let herald: TestedMessagePersistance;
beforeAll(async () => (herald = await startMessagePersistance()));
afterAll(() => herald?.stop());

const count = () => herald.stored('messages').countDocuments();

describe(create, () => {
  it('stores the message and answers it in the form of the providers', async () => {
    const logged = await herald.collectServiceLog();
    const { status, body } = await herald.as({ companies: [1] })(create, { body: sampleMessage });
    expect([status, body.code, body.resource, body.message]).toEqual([201, 201, 'message', 'Created']);
    const pushed = {
      type: 'notification',
      reactions: JSON.stringify([
        { reaction_name: 'thumbs_up', emoji_hex: 'U+1F44D' },
        { reaction_name: 'heart', emoji_hex: 'U+2764' },
      ]),
      notificationBody: JSON.stringify({
        text_title: 'Hello {{name}}',
        text_body: 'Your card is "ready"',
        image_url: 'https://cdn.example.com/card.png?size=2',
        isPersistent: true,
        isCancelable: false,
        min_play_time: '7',
        buttons: [
          { action: '', color: '#00AA55', text: 'Open app', type: 'open_app' },
          { action: 'https://example.com/card', color: '#112233', text: 'See it', type: 'url' },
          { action: 'tel:+56223456789', color: '#00AA55', text: 'Call us', type: 'call' },
        ],
      }),
    };
    const alert = { title: 'Hello {{name}}', body: 'Your card is "ready"' };
    const aps = { sound: 'default', category: 'notification', 'mutable-content': 1, alert, badge: 1 };
    const { buttons, config, metadata } = sampleMessage;
    const defaults = { cancelable: false, portrait: false, auto_play: false, is_sound: false };
    expect(body.data).toEqual({
      id: 1,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      custom_notification: { priority: 'normal', data: pushed, apns: { payload: { aps, data: pushed } } },
      values: [],
      status: true,
      type_notification: 'notification',
      disposable: false,
      factory_message: { type: 'notification', data, config: { ...config, ...defaults }, buttons, metadata },
      company_uuid: 'c1',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      updated_at: body.data.created_at,
    });
    const [stored] = await herald.stored('messages').find().toArray();
    expect(stored).toMatchObject({ uuid: body.data.uuid, company_id: '1', company_uuid: 'c1' });
    expect(await eventually(() => logged[0])).toMatchObject({
      operation: 'create',
      result: true,
      company_id: '1',
      resource_id: body.data.uuid,
    });
  });

  it('fills in defaults, except for open_app', async () => {
    const { body } = await herald.as()(create, { body: least });
    expect(body.data).toMatchObject({ company_uuid: null, custom_notification: { priority: 'high' } });
    expect(body.data.factory_message).toEqual({
      type: 'notification',
      data,
      config: {
        priority: 'high',
        persistent: false,
        cancelable: false,
        play_time: 0,
        portrait: false,
        auto_play: false,
        is_sound: false,
      },
      buttons: {},
      metadata: { reactions: [] },
    });
    const { reactions, notificationBody } = body.data.custom_notification.data;
    expect([reactions, JSON.parse(notificationBody).buttons]).toEqual(['[]', []]);
  });

  it.each(['dialog', 'banner', 'video'])('creates a %s that opens no app', async (type) => {
    const media_url = `https://cdn.example.com/a.${type === 'video' ? 'MP4' : 'jpg'}`;
    const sent = { ...sampleMessage, notification_type: type, data: { ...data, media_url } };
    const { status, body } = await herald.as()(create, { body: sent });
    expect([status, body.data.type_notification, body.data.custom_notification.data.type]).toEqual([201, type, type]);
    const { buttons } = JSON.parse(body.data.custom_notification.data.notificationBody);
    expect(buttons.map((button: { type: string }) => button.type)).toEqual(['url', 'call']);
    expect(body.data.factory_message.config.open_app).toBe(true);
  });

  it('belongs to the named company, to the only one of the token, or to none', async () => {
    const company = async (companies: '*' | number[], company_id?: unknown) => {
      const { body } = await herald.as({ companies })(create, { body: { ...least, company_id } });
      const stored = await herald.stored('messages').findOne({ uuid: body.data.uuid });
      return [stored!.company_id, body.data.company_uuid];
    };
    expect(await company([1, 2], 2)).toEqual(['2', 'c2']);
    expect(await company('*', '1')).toEqual(['1', 'c1']);
    expect(await company([7])).toEqual(['7', null]);
    expect(await company([1, 2])).toEqual([null, null]);
    expect(await company('*')).toEqual([null, null]);
  });

  it('refuses a company that the token does not hold', async () => {
    const before = await count();
    const { status, body } = await herald.as({ companies: [2] })(create, { body: { ...least, company_id: 1 } });
    expect([status, body]).toEqual(isForbidden);
    expect(await count()).toBe(before);
  });

  it('creates one message for one Idempotency-Key', async () => {
    const before = await count();
    const send = (body: object) => herald.as()(create, { body, headers: { 'idempotency-key': 'once' } });
    const first = await send(least);
    const again = await send(least);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect((await send(sampleMessage)).status).toBe(422);
    expect(await count()).toBe(before + 1);
  });

  it('finds the message of a process that died before it answered', async () => {
    const headers = { 'idempotency-key': 'died' };
    const first = await herald.as()(create, { body: least, headers });
    const died = { $unset: { answer: 1 }, $set: { locked_until: new Date(0) } } as const;
    await herald.stored('idempotency_keys').updateMany({ 'answer.body.data.uuid': first.body.data.uuid }, died);
    const again = await herald.as()(create, { body: least, headers });
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
  });

  it('gives concurrent messages different ids', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => herald.as()(create, { body: least })));
    expect(new Set(all.map(({ body }) => body.data.id)).size).toBe(10);
  });

  it('answers 503 with Retry-After while the company service is down, unless the company is cached or not needed', async () => {
    const alone = await startMessagePersistance();
    try {
      await alone.as({ companies: [1] })(create, { body: least });
      await alone.others.stop();
      expect((await alone.as({ companies: [1] })(create, { body: least })).status).toBe(201);
      expect((await alone.as()(create, { body: least })).status).toBe(201);
      const { status, headers, body } = await alone.as({ companies: [2] })(create, { body: least });
      expect([status, headers.get('retry-after'), body.resource]).toEqual([503, '5', 'message']);
      expect(await alone.stored('messages').countDocuments()).toBe(3);
    } finally {
      await alone.stop();
    }
  });
});
