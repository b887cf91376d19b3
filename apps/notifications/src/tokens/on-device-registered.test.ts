import { deviceRegistered } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { startNotifications, type Phone, type TestedNotifications } from '../start-notifications.fixture';

let herald: TestedNotifications;
beforeAll(async () => (herald = await startNotifications()));
afterAll(() => herald?.stop());

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const stored = (core_id: string) => herald.stored('push_tokens').findOne({ core_id });
/** Registers a phone, and waits until a later message of the same queue is handled. */
async function register(...phones: Phone[]): Promise<void> {
  await herald.register(phones);
  await eventually(async () => {
    for (const { core_id, at: time } of phones)
      if ((await stored(core_id))!.reported_at < new Date(time ?? 0)) return false;
    return true;
  });
}

it('stores the push token of an app on a device', async () => {
  await register({ core_id: 'phone', token: 'first', system: 'ios', at: at(1) });
  expect(await stored('phone')).toEqual({
    ...{ _id: '11/phone', company_id: '1', core_id: 'phone', app_id: '11', device_id: 7, system_name: 'ios' },
    ...{ bundle_id: 'com.acme.wallet', flavor_id: 'com.acme.wallet', token: 'first', reported_at: new Date(at(1)) },
  });
});

it('stores a newer token, keeps it for a report without one, and ignores an older report', async () => {
  await register({ core_id: 'changing', token: 'first', at: at(1) });
  await register({ core_id: 'changing', token: 'second', at: at(2) });
  expect((await stored('changing'))!.token).toBe('second');
  await register({ core_id: 'changing', token: null, at: at(3) });
  expect(await stored('changing')).toMatchObject({ token: 'second', reported_at: new Date(at(3)) });
  await herald.register([{ core_id: 'changing', token: 'late', at: at(2) }]);
  await register({ core_id: 'other', at: at(1) });
  expect(await stored('changing')).toMatchObject({ token: 'second', reported_at: new Date(at(3)) });
});

it('stores a device without a token, whose pushes then fail', async () => {
  await register({ core_id: 'silent', token: null, at: at(1) });
  expect((await stored('silent'))!.token).toBeNull();
  const body = { application_name: 'com.acme.wallet', core_id: 'silent', data: { a: 'b' } };
  expect((await herald.as()('POST /notifications/v2/device/sendmessage', { body })).status).toBe(404);
});

it('keeps the newest of concurrent first reports', async () => {
  const reports = Array.from({ length: 20 }, (_, second) => ({
    core_id: 'racing',
    token: `${second}`,
    at: at(second),
  }));
  await Promise.all(reports.map((report) => herald.register([report])));
  const isNewest = async () => (await stored('racing'))?.token === '19';
  await eventually(isNewest);
  expect(await herald.stored('push_tokens').countDocuments({ core_id: 'racing' })).toBe(1);
});

it('skips an invalid message, and handles the next one', async () => {
  const before = await herald.stored('push_tokens').countDocuments();
  await herald.publish(deviceRegistered, { core_id: { $ne: '' } } as never);
  await register({ core_id: 'next', at: at(1) });
  expect(await herald.stored('push_tokens').countDocuments()).toBe(before + 1);
});
