import { generateKeyPairSync } from 'node:crypto';
import { eventually } from '@herald/testing';
import { appleKey, startNotifications, type TestedNotifications } from '../start-notifications.fixture';

let herald: TestedNotifications;
beforeAll(async () => {
  herald = await startNotifications({}, { APNS_KEY: undefined, APNS_KEY_ID: undefined, APNS_TEAM_ID: undefined });
  await herald.register([{ core_id: 'apple', system: 'ios' }, { core_id: 'robot' }]);
});
afterAll(() => herald?.stop());

const save = (body: object, companies: '*' | number[] = [1]) =>
  herald.as({ companies })('PUT /notifications/v2/credentials', {
    body: { application_name: 'com.acme.wallet', ...body },
  });
const send = (core_id: string) =>
  herald.as()('POST /notifications/v2/device/sendmessage', {
    body: { application_name: 'com.acme.wallet', core_id, data: { a: 'b' } },
  });
const rsaKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const apns = () => ({ key: appleKey(), key_id: 'ABCDE12345', team_id: 'FGHIJ67890' });

it('lets an app send with its own key, which is stored encrypted and never shown', async () => {
  expect((await send('apple')).body.error).toBe('The app has no credentials for apns');
  const logged = await herald.collectServiceLog();
  const credentials = apns();
  const { status, body } = await save({ apns: credentials });
  const data = { application_name: 'com.acme.wallet', app_id: '11', provider: 'apns' };
  expect([status, body]).toEqual([
    200,
    { status: 'success', code: 200, message: 'Updated', resource: 'Credentials', total: 1, data },
  ]);
  await eventually(async () => (await send('apple')).status === 200);
  const stored = JSON.stringify(await herald.stored('credentials').find().toArray());
  const record = await eventually(() => logged.find(({ resource }) => resource === 'Credentials'));
  const secret = credentials.key.split('\n')[1]!;
  for (const place of [stored, JSON.stringify(record)]) expect(place).not.toContain(secret);
});

it.each([
  ['an invalid key', { apns: { key: 'x', key_id: 'ABCDE12345', team_id: 'FGHIJ67890' } }],
  ['a key of another type', { apns: { key: rsaKey(), key_id: 'ABCDE12345', team_id: 'FGHIJ67890' } }],
  ['a service account with an invalid key', { fcm: { project_id: 'a', client_email: 'a@b.cl', private_key: 'x' } }],
  [
    'credentials for both providers',
    { apns: apns(), fcm: { project_id: 'a', client_email: 'a@b.cl', private_key: rsaKey() } },
  ],
  ['no credentials', {}],
])('rejects %s without quoting it', async (_, body) => {
  const answer = await save(body);
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body)).not.toContain('PRIVATE KEY');
});

it('rejects the app of another company', async () => {
  expect((await save({ apns: apns(), company_id: 1 }, [2])).status).toBe(403);
  expect((await save({ apns: apns() }, [2])).body).toMatchObject({
    code: 404,
    resource: 'App',
    error: 'App not found',
  });
});
