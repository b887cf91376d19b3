import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { config } from '../config';
import { campaignNotificationUuid } from '../deliveries/notification-uuid';
import { appleKey, startNotifications, type TestedNotifications } from '../start-notifications.fixture';
import { pushTo, startTransport } from './transport.fixture';

let herald: TestedNotifications | undefined;
afterEach(async () => {
  await herald?.stop();
  herald = undefined;
});

const root = join(__dirname, '../../../..');
const secret = '0'.repeat(32);

it.each(['direct', 'libraries'])('sends batches and single messages over the %s transport', async (PUSH_TRANSPORT) => {
  herald = await startNotifications({}, { PUSH_TRANSPORT });
  const results = await herald.collect(deliveryResults);
  const robots = Array.from({ length: 50 }, (_, index) => ({ core_id: `robot-${index}` }));
  const apples = Array.from({ length: 50 }, (_, index) => ({ core_id: `apple-${index}`, system: 'ios' as const }));
  const gone = [
    { core_id: 'gone', token: 'unregistered-1' },
    { core_id: 'gone-apple', token: 'unregistered-2', system: 'ios' as const },
  ];
  await herald.register([...robots, ...apples, ...gone]);
  const core_ids = [...robots, ...apples, ...gone].map(({ core_id }) => core_id);
  await herald.send({ core_ids, variables: core_ids.map((name) => ({ name })) });
  await eventually(() => results.flatMap(({ sent }) => sent).length === 100);
  const failed = results.flatMap((one) => one.failed.flatMap((failure) => failure.core_ids));
  expect(failed.sort()).toEqual(['gone', 'gone-apple']);
  expect(herald.push.totals()).toMatchObject({ accepted: 100, repeated: 0 });
  expect(herald.push.messages('token-apple-7')).toMatchObject([
    {
      id: campaignNotificationUuid(herald.campaign.uuid, 'apple-7'),
      payload: { aps: { alert: { title: 'Hello apple-7' } } },
    },
  ]);
  expect(await herald.stored('push_tokens').countDocuments({ token: null })).toBe(2);
  for (const core_id of ['robot-0', 'apple-0']) {
    const body = { application_name: 'com.acme.wallet', core_id, data: { a: 'b' } };
    expect((await herald.as()('POST /notifications/v2/device/sendmessage', { body })).status).toBe(200);
  }
  const credentials = { apns: { key: appleKey(), key_id: 'ABCDE12345', team_id: 'FGHIJ67890' } };
  const body = { application_name: 'com.acme.wallet', company_id: 1, ...credentials };
  expect((await herald.as()('PUT /notifications/v2/credentials', { body })).status).toBe(200);
});

it('refuses an unknown transport at the start', () => {
  const { error } = config.validate({ CREDENTIALS_SECRET: secret, PUSH_TRANSPORT: 'carrier-pigeon' });
  expect(error?.message).toMatch(/PUSH_TRANSPORT.*direct, libraries/);
});

/** In a process of its own: the test runner has no `require.cache`, and cannot load the transport of firebase-admin. */
const script = `
  const { providerFactory } = require('./apps/notifications/src/providers/provider-factory.ts');
  const { config } = require('./apps/notifications/src/config.ts');
  const { settings, pushes } = JSON.parse(process.env.GIVEN);
  // Connections to providers do not keep a process alive.
  const keepAlive = setInterval(() => {}, 1_000);
  const send = async () => {
    const factory = providerFactory(config.validate(settings).value);
    const kinds = [];
    for (const [name, push] of Object.entries(pushes)) {
      const provider = await factory.fromSettings(name);
      kinds.push((await provider.send(push)).kind);
      await provider.close();
    }
    const isLoaded = (name) => Object.keys(require.cache).some((path) => path.includes('/node_modules/' + name + '/'));
    console.log(JSON.stringify({ kinds, loaded: ['firebase-admin', '@parse/node-apn'].filter(isLoaded) }));
  };
  send().finally(() => clearInterval(keepAlive));
`;

async function sendInProcess(settings: object): Promise<{ kinds: string[]; loaded: string[] }> {
  const pushes = { fcm: pushTo('fcm', 'token'), apns: pushTo('apns', 'token') };
  // The log of node-apn, which would go to the standard output.
  const env = { ...process.env, DEBUG: 'apn*', GIVEN: JSON.stringify({ settings, pushes }) };
  const args = ['--import', 'tsx', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  return JSON.parse(stdout) as { kinds: string[]; loaded: string[] };
}

it('loads the libraries for their transport only, which sends with a service account and logs nothing', async () => {
  const tested = await startTransport('direct');
  const { FCM_PROJECT_ID, FCM_ACCESS_TOKEN, ...settings } = tested.settings as Record<string, string>;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const account = { project_id: 'acme-1', client_email: 'push@acme-1.example.com', private_key };
  const kinds = ['sent', 'sent'];
  expect(await sendInProcess({ ...settings, FCM_PROJECT_ID, FCM_ACCESS_TOKEN })).toEqual({ kinds, loaded: [] });
  const libraries = { ...settings, PUSH_TRANSPORT: 'libraries', FCM_CREDENTIALS: JSON.stringify(account) };
  expect(await sendInProcess(libraries)).toEqual({ kinds, loaded: ['firebase-admin', '@parse/node-apn'] });
  expect(tested.simulators().totals().accepted).toBe(4);
  const names = tested
    .simulators()
    .messages('token')
    .map(({ id }) => id);
  expect(names.filter((name) => name.startsWith('projects/acme-1/'))).toHaveLength(1);
  await tested.stop();
});
