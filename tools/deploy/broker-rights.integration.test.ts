import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signToken } from '@herald/auth';
import type { ServiceName } from '@herald/contracts';
import { deadLetters, topologyOf } from '@herald/messaging';
import { eventually, freePort } from '@herald/testing';
import { connect, type ConfirmChannel } from 'amqplib';
import { allServices } from '../../apps/platform/src/services';
import { brokerDefinitions, passwordSetting, userOf } from './broker-rights';
import { productionSettings, sharedFolder, startUnprivileged, tokenSecret } from './processes';
import { separateServices, type Separate } from './separate-services';

/** A real RabbitMQ with the users that are shipped: each service works with its rights, and has no others. */
const root = join(__dirname, '../..');
const namespace = `t${randomBytes(6).toString('hex')}`;
const topology = topologyOf(namespace);
const names = allServices.map(({ name }) => name);
const passwords = new Map(names.map((name) => [name, randomBytes(16).toString('hex')]));
const token = signToken(tokenSecret, { subject: 'tester', companies: '*', scope: '*', seconds: 900 });
const brokerDir = mkdtempSync(join(tmpdir(), 'herald-rights-'));
const ofPush = Object.entries(process.env).filter(([name]) => /^(FCM|APNS|PUSH)_/.test(name));
let folder: string;
let port: number;
let separate: Separate;

const urlOf = (name: ServiceName) => `amqp://${userOf(name, namespace)}:${passwords.get(name)}@127.0.0.1:${port}`;
const operatorUrl = () => `amqp://herald:of-the-operator@127.0.0.1:${port}`;

beforeAll(async () => {
  port = await freePort();
  const template = join(brokerDir, 'template.json');
  writeFileSync(template, JSON.stringify(brokerDefinitions(namespace)));
  const settings = Object.fromEntries(names.map((name) => [passwordSetting(name), passwords.get(name)]));
  const env = { PATH: process.env.PATH, OPERATOR_PASSWORD: 'of-the-operator', ...settings };
  const script = join(root, 'deploy/rabbitmq/definitions.sh');
  const definitions = execFileSync('bash', [script, template], { env, encoding: 'utf8' });
  for (const secret of ['of-the-operator', ...passwords.values()]) expect(definitions).not.toContain(secret);
  writeFileSync(join(brokerDir, 'definitions.json'), definitions);
  writeFileSync(join(brokerDir, 'rabbitmq.conf'), `load_definitions = ${join(brokerDir, 'definitions.json')}\n`);
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/rabbitmq.ts', 'start', brokerDir, String(port)], {
    cwd: root,
  });

  folder = sharedFolder('rights');
  writeFileSync(join(folder, 'ca.pem'), readFileSync(process.env.PUSH_CA!), { mode: 0o644 });
  separate = await separateServices(names, namespace, folder, (name) => ({
    AMQP_URL: urlOf(name),
    SMTP_URL: process.env.SMTP_URL,
    CREDENTIALS_SECRET: 'a secret for credentials, long enough',
    SAPIEN_WARM: 'false',
    ...Object.fromEntries(ofPush),
    PUSH_CA: join(folder, 'ca.pem'),
  }));
});

afterAll(async () => {
  await separate?.stop();
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/rabbitmq.ts', 'stop', brokerDir], { cwd: root });
  for (const one of [folder, brokerDir]) if (one) rmSync(one, { recursive: true, force: true });
});

type Body = { data: { uuid: string; statistics: { sended: number } }; company: { id: number } };

async function call(service: ServiceName, methodAndPath: string, body?: object) {
  const [method, path] = methodAndPath.split(' ') as [string, string];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${separate.portOf(service)}${path}`;
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function created(service: ServiceName, path: string, body: object): Promise<Body> {
  const answer = await call(service, `POST ${path}`, body);
  expect([path, answer.status, answer.body]).toEqual([path, 201, answer.body]);
  return answer.body;
}

it('starts every service, and a campaign reaches a phone', async () => {
  for (const name of names) await separate.start(name);
  const { company } = await created('company', '/company/api/v2/company', { name: 'Acme', identified_by: 'email' });
  const company_id = company.id;
  const bundle_id = 'com.acme.wallet';
  const app = { company_id, flavor_id: bundle_id, bundle_id, os: 'android', name: 'Wallet', capabilities: [] };
  await created('company', '/company/api/v2/app', app);
  await created('identification', '/identification/api/v1/device', {
    ...{ core_id: 'phone', core_id_type: 'gsf', company_id },
    characteristics: { brand: 'Acme', model: 'One', system_name: 'android', system_version: '33', emulator: 'false' },
    app: { bundle_id, version: '1.0.0', push_token: `token-${namespace}` },
  });
  await eventually(async () => (await call('index', 'GET /index/v1/device/phone')).status === 200);
  const message = await created('message-persistance', '/message-persistance/api/v1/factory', {
    ...{ notification_version: 'core_notifications_v1', notification_type: 'notification', values: [], company_id },
    data: {
      ...{ title: 'Hello', message: 'there' },
      ...{ media_url: 'https://cdn.example.com/card.png', action_color: '#00AA55' },
    },
    buttons: { button_1: { type: 'url', action: 'https://example.com/card', text: 'See it' } },
  });
  const index_query = { system_name: 'android' };
  const segment = await created('message-persistance', '/message-persistance/api/v1/segment', {
    ...{ company_id, name: 'All', index_query },
  });
  const campaign = await created('campaigns', '/campaigns/api/v1/campaign', {
    ...{ name: 'First', message_id: message.data.uuid, application_name: bundle_id, segment_id: segment.data.uuid },
  });
  const path = `GET /campaigns/api/v1/campaign/${campaign.data.uuid}`;
  await eventually(async () => (await call('campaigns', path)).body.data.statistics.sended === 1);
}, 240_000);

it('ends with the words of the broker where a service may not declare what is missing', async () => {
  const env = { ...productionSettings(await freePort(), `${namespace}x`), AMQP_URL: urlOf('audit') };
  const audit = startUnprivileged(process.execPath, [join(root, 'dist/apps/audit/main.js')], { env });
  expect(await audit.exited).toBe(1);
  expect(audit.output()).toMatch(/^herald: AMQP_URL: the broker refuses: .*403.*access to exchange .*\n$/);
});

/** How the broker answers work on a channel of its own: with nothing, or the code of its refusal. */
async function refusalOf(
  url: string,
  work: (channel: ConfirmChannel) => Promise<unknown>,
): Promise<number | undefined> {
  const connection = await connect(url);
  connection.on('error', () => {});
  const channel = await connection.createConfirmChannel();
  const closed = new Promise<number>((resolve) => channel.once('error', ({ code }: { code: number }) => resolve(code)));
  const worked = work(channel)
    .then(() => undefined)
    .catch(() => closed);
  const code = await worked;
  await connection.close().catch(() => {});
  return code;
}

function publish(exchange: string, key: string) {
  return async (channel: ConfirmChannel) => {
    channel.publish(exchange, key, Buffer.from('{}'));
    await channel.waitForConfirms();
  };
}

describe('a service that was taken over', () => {
  const queue = (service: ServiceName, name: string) => topology.queue(service, name);
  const victim = queue('notifications', 'on-push-batch');
  const attacks: [string, ServiceName, (channel: ConfirmChannel) => Promise<unknown>][] = [
    ['consume the queue of another', 'audit', (channel) => channel.consume(victim, () => {})],
    ['get from the queue of another', 'campaigns', (channel) => channel.get(victim)],
    ['purge the queue of another', 'campaigns', (channel) => channel.purgeQueue(victim)],
    ['delete its own queue', 'notifications', (channel) => channel.deleteQueue(victim)],
    ['delete the exchange of all', 'campaigns', (channel) => channel.deleteExchange(topology.events)],
    ['read the dead letters', 'campaigns', (channel) => channel.get(topology.dead)],
    ['read what waits for a retry', 'campaigns', (channel) => channel.get(topology.wait(600))],
    ['declare a queue', 'notifications', (channel) => channel.assertQueue(queue('notifications', 'more'))],
    ['declare a queue of the broker’s naming', 'notifications', (channel) => channel.assertQueue('')],
    [
      'bind what it does not consume',
      'index',
      (channel) => channel.bindQueue(queue('index', 'on-device-registered'), topology.events, 'push.batch'),
    ],
    [
      'bind everything',
      'index',
      (channel) => channel.bindQueue(queue('index', 'on-device-registered'), topology.events, '#'),
    ],
    [
      'bind the retries of others',
      'index',
      (channel) => channel.bindQueue(queue('index', 'on-device-registered'), topology.retry(1), '#'),
    ],
    ['publish batches', 'audit', publish(topology.events, 'push.batch')],
    ['publish identities', 'campaigns', publish(topology.events, 'identity.updated')],
    ['publish past the exchange', 'campaigns', publish('', victim)],
    ['publish by a retry', 'campaigns', publish(topology.retry(1), victim)],
    ['publish by a dead letter that is sent back', 'campaigns', publish(topology.dead, victim)],
    ['publish by a retry without a queue of its own', 'audit', publish(topology.retry(1), victim)],
    ['publish to an exchange that every broker has', 'campaigns', publish('amq.topic', 'push.batch')],
  ];

  it.each(attacks)('may not %s (%s)', async (_, name, attack) => {
    expect(await refusalOf(urlOf(name), attack)).toBe(403);
  });

  it('may publish what is its own, retry and give up', async () => {
    for (const [exchange, key] of [
      [topology.events, 'service.logged'],
      [topology.retry(600), victim],
      [topology.dead, victim],
    ] as const)
      expect([exchange, await refusalOf(urlOf('notifications'), publish(exchange, key))]).toEqual([
        exchange,
        undefined,
      ]);
    expect(await refusalOf(operatorUrl(), (channel) => channel.get(topology.dead))).toBeUndefined();
  });

  it('lets the service log alone read, rewrite and redrive dead letters', async () => {
    const queue = topology.queue('index', 'on-device-registered');
    await refusalOf(operatorUrl(), async (channel) => {
      channel.publish(topology.dead, queue, Buffer.from('{"id":"one","type":"device.registered"}'));
      await channel.waitForConfirms();
    });
    const letters = await deadLetters(urlOf('events'), namespace);
    expect((await letters.list({ id: 'one' })).map((letter) => letter.queue)).toEqual([queue]);
    expect(await letters.redrive({ id: 'one' })).toMatchObject({ redriven: [{ id: 'one' }], kept: [] });
    await refusalOf(operatorUrl(), async (channel) => {
      for (const exchange of [topology.dead, topology.retry(600)])
        channel.publish(exchange, queue, Buffer.from('whose'));
      await channel.waitForConfirms();
    });
    const decide = ({ content }: { content: Buffer }) =>
      content.toString() === 'whose' ? Buffer.from('whole') : content.toString() === 'whole' ? 'remove' : 'keep';
    const { signal } = new AbortController();
    expect(await letters.rewrite(decide, signal)).toEqual({ removed: 0, rewritten: 2 });
    expect(await letters.rewrite(decide, signal)).toEqual({ removed: 2, rewritten: 0 });
    await letters.close();
    const attack = await deadLetters(urlOf('index'), namespace);
    await expect(attack.list()).rejects.toMatchObject({ code: 403 });
    await attack.close();
  });

  it('is nobody with the password of another', async () => {
    const wrong = urlOf('audit').replace(passwords.get('audit')!, passwords.get('events')!);
    await expect(connect(wrong)).rejects.toThrow(/ACCESS_REFUSED|403/);
    await expect(connect(`amqp://guest:guest@127.0.0.1:${port}`)).rejects.toThrow(/ACCESS_REFUSED|403/);
  });
});
