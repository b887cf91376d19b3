import { payloadLimit, payloadSizes, withDeliveryIds } from '@herald/push-message';
import { sampleMessage } from './sample-message.fixture';
import { startMessagePersistance, type TestedMessagePersistance } from './start-message-persistance.fixture';

const create = 'POST /message-persistance/api/v1/factory';

let herald: TestedMessagePersistance;
beforeAll(async () => (herald = await startMessagePersistance()));
afterAll(() => herald?.stop());

type Json = Record<string, unknown>;

/** The sample with one part changed: `data.title`. */
function changed(path: string, value: unknown): Json {
  const copy = structuredClone(sampleMessage) as Json;
  const names = path.split('.');
  const last = names.pop()!;
  const holder = names.reduce((inner, name) => (inner[name] ??= {}) as Json, copy);
  holder[last] = value;
  return copy;
}

const refused = async (body: unknown) => {
  const answer = await herald.as()(create, { body });
  expect(await herald.stored('messages').countDocuments()).toBe(0);
  return [answer.status, answer.body];
};
const failure = (errors: unknown) => [422, { code: 422, resource: 'message', message: 'Fail', errors }];

describe(create, () => {
  it.each(['core_notifications_v2', undefined, { $ne: 1 }, ['core_notifications_v1']])(
    'knows no version %j, and says nothing else of it',
    async (version) => {
      const body = { ...changed('notification_version', version), data: 7, metadata: { reactions: [] } };
      expect(await refused(body)).toEqual(failure('Invalid notification_version, only core_notifications_v1 valid'));
    },
  );

  it.each([[[]], [['heart', 'joy', '+1', 'tada', 'fire', 'eyes']]])(
    'wants one to five reactions',
    async (reactions) => {
      const few = failure({ metadata: { reactions: ['Min 1 and no more than 5 reactions are allowed'] } });
      expect(await refused(changed('metadata.reactions', reactions))).toEqual(few);
    },
  );

  it('names unknown reactions beside other errors', async () => {
    const body = { ...changed('metadata.reactions', ['heart', 'nope', 'constructor']), values: ['x'] };
    const reactions = ['nope is not the name of an emoji', 'constructor is not the name of an emoji'];
    expect(await refused(body)).toEqual(failure({ values: [expect.any(String)], metadata: { reactions } }));
  });

  it.each([['heart'], [{ $ne: 1 }], [[7]], [[['heart']]]])('refuses metadata.reactions = %j', async (reactions) => {
    const wrong = failure({ metadata: { reactions: [expect.any(String)] } });
    expect(await refused(changed('metadata.reactions', reactions))).toEqual(wrong);
  });

  it.each([
    ['notification_type', 'popup'],
    ['notification_type', { $ne: 1 }],
    ['data', undefined],
    ['data', []],
    ['data.title', undefined],
    ['data.title', ''],
    ['data.title', { $ne: 1 }],
    ['data.title', 'a\u0000'],
    ['data.message', ['x']],
    ['data.message', undefined],
    ['data.action_color', undefined],
    ['data.action_color', 'red'],
    ['data.action_color', '#00AA5580'],
    ['data.media_url', undefined],
    ['data.media_url', 'http://cdn.example.com/a.png'],
    ['data.media_url', 'https://cdn.example.com/a.mp4'],
    ['data.media_url', 'https://cdn.example.com/a.jpeg'],
    ['data.media_url', 'https://cdn.example.com/a.exe?.png'],
    ['data.media_url', 'https://cdn.example.com/a.exe#.png'],
    ['data.media_url', 'https://x:99999/a.png'],
    ['data.media_url', 'javascript:alert(1)//.png'],
    ['data.media_url', { $ne: 1 }],
    ['buttons', []],
    ['buttons.button_3', sampleMessage.buttons.button_1],
    ['buttons.button_1.icon', 'x'],
    ['buttons.button_1.text', undefined],
    ['buttons.button_1.text', { $ne: 1 }],
    ['buttons.button_1.type', 'open_app'],
    ['buttons.button_1.type', { $ne: 1 }],
    ['buttons.button_1.color', '#fff'],
    ['buttons.button_1.action', undefined],
    ['buttons.button_1.action', ['https://example.com']],
    ['config', 'high'],
    ['config.priority', 'urgent'],
    ['config.persistent', 'perhaps'],
    ['config.play_time', 1.5],
    ['config.play_time', -1],
    ['config.play_time', { $ne: 1 }],
    ['config.open_app', { $ne: 1 }],
    ['values', undefined],
    ['values', ['x']],
    ['values', {}],
    ['metadata', []],
    ['company_id', { $ne: 1 }],
    ['company_id', 'abc'],
  ])('refuses %s = %j', async (path, value) => {
    expect(await refused(changed(path, value))).toEqual(failure({ [path]: expect.any(Array) }));
  });

  it.each([
    ['url', 'javascript:alert(1)'],
    ['url', 'intent://x#Intent;end'],
    ['url', 'data:text/html,x'],
    ['url', 'file:///etc/passwd'],
    ['url', 'tel:123'],
    ['url', '//example.com'],
    ['call', 'https://example.com'],
    ['call', 'tel:'],
    ['call', 'tel:123;javascript:x'],
    ['call', '+56223456789'],
    ['mail', 'help@example.com'],
    ['mail', 'mailto:nobody'],
    ['mail', 'javascript:mailto:a@b.c'],
  ])('refuses a button of type %s that opens %s', async (type, action) => {
    const body = changed('buttons.button_1', { type, action, text: 'x' });
    expect(await refused(body)).toEqual(failure({ 'buttons.button_1.action': expect.any(Array) }));
  });

  it('requires a first button before a second, and a video for a video', async () => {
    const { button_2 } = sampleMessage.buttons;
    expect(await refused(changed('buttons', { button_2 }))).toEqual(failure({ buttons: [expect.any(String)] }));
    const video = failure({ 'data.media_url': ['must end in .mp4'] });
    expect(await refused(changed('notification_type', 'video'))).toEqual(video);
  });

  it('refuses what is too large for a provider, says by how much, and accepts what just fits', async () => {
    const send = (message: string) => herald.as()(create, { body: changed('data.message', message) });
    const probe = await send('');
    expect(probe.status).toBe(422);
    const twoByteLetters = 'ñ'.repeat(1500);
    const { status, body } = await send(twoByteLetters);
    expect(status).toBe(422);
    const [said, ...more] = body.errors.custom_notification as string[];
    expect(more).toEqual([]);
    const over = Number(/^makes \d+ bytes for APNs, (\d+) more than the 4096 it takes$/.exec(said!)![1]);
    expect(await herald.stored('messages').countDocuments()).toBe(0);

    // A letter stands twice in what APNs gets: in the alert and in the app's data.
    const fits = await send('ñ'.repeat(1500 - Math.ceil(over / 4)));
    expect(fits.status).toBe(201);
    const message_id = fits.body.data.uuid as string;
    const { apns } = payloadSizes(fits.body.data.custom_notification);
    expect(apns).toBeLessThanOrEqual(payloadLimit);
    expect(apns).toBeGreaterThan(payloadLimit - 4);
    // Room is left for the ids that every push carries.
    const pushed = withDeliveryIds(fits.body.data.custom_notification, { message_id, notification_uuid: message_id });
    expect(Buffer.byteLength(JSON.stringify(pushed.apns.payload))).toBe(apns);
    await herald.stored('messages').deleteMany({});
    expect((await send('x'.repeat(5000))).body.errors.custom_notification).toHaveLength(2);
  });
});
