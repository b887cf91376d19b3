import { signToken } from '@herald/auth';
import { callerOf, seed, type Call } from '../../../apps/platform/src/seed';
import { layouts } from '../../specimens/layouts/all';
import { makeSpecimen } from '../../specimens/make-specimen';
import { simulatorPorts, tokenSecret } from './compose-settings';
import type { Composition } from './composition';
import { waitUntil } from './run';

const token = signToken(tokenSecret, { subject: 'compose-test', companies: '*', scope: '*', seconds: 7_200 });
const authorization = `Bearer ${token}`;
const bundle = 'com.demo.wallet';
const devices = 50;

const expectEqual = (what: string, found: unknown, expected: unknown): void => {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
};

/** Sends again what was answered with 5xx: services are restarted meanwhile. */
function patient(call: Call): Call {
  return (...request) =>
    waitUntil(async () => {
      const answer = await call(...request);
      return answer.status < 500 ? answer : undefined;
    }, 180_000);
}

/** What users of an installation do, through the gateway's port. */
export function journey(it: Composition) {
  const call = patient(callerOf(it.url, token));
  return {
    /** Every service answers through the gateway, to callers with a token alone. */
    reaches: (services: string[]) => reaches(it.url, services),
    /** A company, an app and devices, one of them with a token that its provider does not know. */
    prepare: () => prepare(call),
    /** Starts a campaign to all devices; gives what waits until it has ended as it should. */
    begin: () => beginCampaign(call, it),
    /** Gives what was read from the card, which no log and no metric may hold. */
    readCard: () => readCard(it.url),
    storeFile: () => storeFile(it.url),
  };
}

async function reaches(url: string, services: string[]): Promise<void> {
  for (const service of services) {
    const path = `${url}/${service}/nothing-of-this-name`;
    expectEqual(`${path} without a token`, (await fetch(path)).status, 401);
    expectEqual(path, (await fetch(path, { headers: { authorization } })).status, 404);
  }
}

async function prepare(call: Call): Promise<void> {
  await seed(call);
  const forgotten = {
    core_id: 'forgotten',
    company_id: 1,
    characteristics: { system_name: 'android', model: 'One', emulator: 'false' },
    app: { bundle_id: bundle, version: '1.0.0', push_token: 'unregistered-1', tags: { plan: 'gold' } },
  };
  expectEqual('The device', (await call('POST', '/identification/api/v1/device', forgotten)).status, 201);
  const known = async () => (await call('POST', '/index/v1/device', { company_id: 1 })).body.total === devices + 1;
  await waitUntil(known, 120_000);
}

async function created(call: Call, path: string, body: object): Promise<string> {
  const answer = await call('POST', path, body);
  expectEqual(`POST ${path}`, answer.status, 201);
  return (answer.body.data as { uuid: string }).uuid;
}

type Campaign = { terminated: boolean; statistics: Record<'total' | 'pending' | 'sended' | 'fails', number> };

/** How many pushes the simulators of FCM and APNs have accepted. */
async function acceptedPushes({ fetchInside }: Composition): Promise<number> {
  const answer = await fetchInside('simulators', `http://127.0.0.1:${simulatorPorts.control}/_dev/push/totals`);
  return (JSON.parse(answer) as { accepted: number }).accepted;
}

async function beginCampaign(call: Call, it: Composition): Promise<() => Promise<void>> {
  const message = await created(call, '/message-persistance/api/v1/factory', {
    notification_version: 'core_notifications_v1',
    notification_type: 'notification',
    data: {
      ...{ title: 'Your card is ready', message: 'Come and see it' },
      ...{ media_url: 'https://cdn.example.com/card.png', action_color: '#00AA55' },
    },
    buttons: { button_1: { type: 'url', action: 'https://example.com/card', text: 'See it' } },
    values: [],
    company_id: 1,
  });
  const segment = { company_id: 1, name: 'All', index_query: {} };
  const segment_id = await created(call, '/message-persistance/api/v1/segment', segment);
  const campaign = { name: 'Compose', message_id: message, application_name: bundle, segment_id };
  const before = await waitUntil(async () => ({ accepted: await acceptedPushes(it) }), 120_000);
  const uuid = await created(call, '/campaigns/api/v1/campaign', campaign);
  return async () => {
    const read = async () => (await call('GET', `/campaigns/api/v1/campaign/${uuid}`)).body.data as Campaign;
    await waitUntil(async () => (await read()).terminated, 240_000);
    const { total, pending, sended, fails } = (await read()).statistics;
    const { body } = await call('GET', `/campaigns/api/v1/campaign/${uuid}/reason`);
    const what = `The campaign, which failed for ${JSON.stringify(body.data)}`;
    expectEqual(what, [total, pending, sended, fails], [devices + 1, 0, devices, 1]);
    expectEqual('Pushes that arrived', (await acceptedPushes(it)) - before.accepted, devices);
  };
}

async function readCard(url: string): Promise<string[]> {
  const layout = layouts.find(({ id }) => id === 'ury')!;
  const { front, back, specimen } = await makeSpecimen(11, layout, 'clean');
  const form = new FormData();
  form.set('company_id', '1');
  form.set('front_image', new Blob([new Uint8Array(front.bytes)]));
  form.set('back_image', new Blob([new Uint8Array(back.bytes)]));
  const answer = await fetch(`${url}/sapien/api/v1/credential`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  const { data } = (await answer.json()) as { data: Record<string, string> };
  const { nin, document_number } = specimen.truth;
  expectEqual('The card', [answer.status, data.nin, data.document_number], [201, nin, document_number]);
  return [data.nin!, data.document_number!, data.name!, data.lastname!];
}

async function storeFile(url: string): Promise<void> {
  const text = `${'A letter, line by line.\n'.repeat(20_000)}`;
  const form = new FormData();
  form.set('company_id', '1');
  form.set('folder', 'letters');
  form.set('file', new Blob([text], { type: 'text/plain' }), 'letter.txt');
  const path = `${url}/chronos/v1/file_registers`;
  const answer = await fetch(path, { method: 'POST', body: form, headers: { authorization } });
  expectEqual('The file', answer.status, 201);
  const { uuid } = ((await answer.json()) as { data: { uuid: string } }).data;
  const content = await fetch(`${path}/${uuid}/content`, { headers: { authorization } });
  expectEqual('Its content', [content.status, (await content.text()) === text], [200, true]);
}
