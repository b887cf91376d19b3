import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@herald/testing';
import { builtPlatform, type Running } from './built-platform.fixture';
import { callerOf } from './seed';

/** What must appear in no log line, answer, metric or record of the service log. */
const secrets = {
  password: 'correct horse battery staple',
  pushToken: 'push-token-4c1b9d',
  dni: '77665544K',
  email: 'secret.person@example.com',
  phone: '+56955512345',
  variable: 'a variable of one receiver 8d2f',
  appleKey: 'c2VjcmV0IGFwcGxlIGtleSBvZiBhbiBhcHA',
};

const platform = builtPlatform();
afterAll(platform.clean);

type Mails = { data: { text: string }[] };

async function useEverything({ url }: Running, token: string): Promise<string[]> {
  const call = callerOf(url, token);
  const answers: string[] = [];
  const send = async (...request: Parameters<typeof call>) =>
    void answers.push(JSON.stringify((await call(...request)).body));
  const { password, pushToken, dni, email, phone, variable, appleKey } = secrets;
  const profiles = '/core-idp/v1/companies/1/profiles';
  await call('POST', profiles, { email, name: 'Ana', password });
  await send('POST', profiles, { email: 'other@example.com', name: 'Ana', password: 'short' });
  await call('PATCH', `${profiles}/password`, { operation: 'request', access_type: 'email', profile: email });
  const { data } = (await (await fetch(`${url}/_dev/mail/messages`)).json()) as Mails;
  const mailed = data[0]!.text.match(/[\w-]{43}/)![0];
  await send('PUT', `${profiles}/password`, { token: mailed, password: `${password} two` });
  await send('PUT', `${profiles}/password`, { token: mailed, password });
  const person = { dni, email, name: 'Ana', phone };
  const app = { bundle_id: 'com.demo.wallet', version: '1', push_token: pushToken };
  await send('POST', '/identification/api/v1/device', {
    core_id: 'd-1',
    company_id: 1,
    characteristics: {},
    app,
    person,
  });
  await send('POST', '/identification/api/v1/device', {
    core_id: 'd-1',
    company_id: 1,
    app: { push_token: pushToken },
  });
  await pushTo(['d-1', 'd-2'], { pushToken, variable }, { call, answers });
  const key = `-----BEGIN PRIVATE KEY-----\n${appleKey}\n-----END PRIVATE KEY-----`;
  const apns = { key, key_id: 'ABCDE12345', team_id: 'FGHIJ67890' };
  await send('PUT', '/notifications/v2/credentials', { company_id: 1, application_name: app.bundle_id, apns });
  await call('GET', `/identification/api/v1/identity/${dni}`);
  await call('GET', `/identification/api/v1/identity/${dni}/lastdevice`);
  for (let tries = 0; tries < 2; tries++)
    await call('POST', '/index/v1/identity', { company_uid: '1', dni, email, name: 'Ana' });
  answers.push(mailed);
  return answers;
}

type Pushing = { call: ReturnType<typeof callerOf>; answers: string[] };

/** Sends one by one and as a campaign; the provider refuses the token of the second phone. */
async function pushTo(phones: string[], { pushToken, variable }: Record<string, string>, { call, answers }: Pushing) {
  const application_name = 'com.demo.wallet';
  const app = { bundle_id: application_name, version: '1', push_token: `invalid-${pushToken}` };
  await call('POST', '/identification/api/v1/device', { core_id: phones[1], company_id: 1, characteristics: {}, app });
  const single = (core_id?: string) =>
    call('POST', '/notifications/v2/device/sendmessage', { application_name, core_id, data: { title: variable } });
  await eventually(async () => (await single(phones[0])).status === 200);
  await eventually(async () => JSON.stringify(await single(phones[1])).includes('INVALID_ARGUMENT'));
  answers.push(JSON.stringify(await single(phones[1])));
  const data = { title: 'Hello {{name}}', message: 'x', media_url: 'https://a.example/b.png', action_color: '#000000' };
  const factory = { notification_version: 'core_notifications_v1', notification_type: 'banner', data, values: [] };
  const message = await call('POST', '/message-persistance/api/v1/factory', { ...factory, company_id: 1 });
  const message_id = (message.body.data as { uuid: string }).uuid;
  const notifications = phones.map((core_id) => ({ core_id, variables: { name: variable } }));
  const made = await call('POST', '/campaigns/api/v1/campaign', { message_id, application_name, notifications });
  const path = `/campaigns/api/v1/campaign/${(made.body.data as { uuid: string }).uuid}`;
  await eventually(async () => ((await call('GET', path)).body.data as { terminated: boolean }).terminated);
  for (const one of [`${path}/notification`, ...phones.map((phone) => `${path}/notification/${phone}`)])
    answers.push(JSON.stringify((await call('GET', one)).body));
}

it('keeps what is secret out of logs, answers, metrics and the service log', async () => {
  const running = await platform.start({ LOG_LEVEL: 'trace', DATA_DIR: mkdtempSync(join(tmpdir(), 'herald-')) });
  const token = /^export TOKEN=(\S+)$/m.exec(running.process.output())![1]!;
  const greeting = running.process.output().length;
  const answers = await useEverything(running, token);
  const mailed = answers.pop()!;
  const through = { headers: { 'x-forwarded-for': '203.0.113.7' } };
  expect((await fetch(`${running.url}/_dev/mail/messages`, through)).status).toBe(404);
  const metrics = await (await fetch(`${running.url}/metrics`)).text();
  const log = await callerOf(running.url, token)('GET', '/events/v1/event/service?per_page=1000');
  await running.process.end();
  const logs = running.process.output().slice(greeting);
  expect(logs).toContain('/core-idp/v1/companies/:company_id/profiles');
  expect(JSON.stringify(log.body)).toContain('core-idp');
  const everywhere = { logs, metrics, log: JSON.stringify(log.body) };
  for (const [place, content] of Object.entries(everywhere))
    for (const secret of [...Object.values(secrets), mailed, token])
      expect([place, content.includes(secret)]).toEqual([place, false]);
  for (const answer of answers)
    for (const secret of [secrets.password, secrets.pushToken, secrets.appleKey, secrets.variable, mailed, token])
      expect(answer).not.toContain(secret);
});
