import { searchKeysOf } from '@herald/device-query';
import type { Installation } from './installation';

export type Audience = {
  /** The bundle id of the app. */
  app?: string;
  /** The first number of its devices. */
  from?: number;
  /** The push token of a device; as long as the provider's own, unless it is given. */
  tokenOf?(number: number): string;
};
/** Starts a campaign; `more` is merged into its request. */
export type StartCampaign = (more?: object) => Promise<string>;

export const bundle = 'com.bench.wallet';
const concurrency = 2_000;

/** Creates an app and devices with push tokens, half android and half ios, where registrations would write them. */
export async function fillDevices(
  it: Installation,
  count: number,
  { app = bundle, from = 0, tokenOf = longToken }: Audience = {},
): Promise<void> {
  const app_id = await appOf(it, app);
  const devices = it.database('index').collection('devices');
  const tokens = it.database('notifications').collection('push_tokens');
  for (let first = from; first < from + count; first += concurrency) {
    const numbers = Array.from({ length: Math.min(concurrency, from + count - first) }, (_, at) => first + at);
    await devices.insertMany(
      numbers.map((number) => device(number, app_id)),
      { ordered: false },
    );
    const rows = numbers.map((number) => ({ ...receiver(number, app_id, app), token: tokenOf(number) }));
    await tokens.insertMany(rows as never, { ordered: false });
  }
}

async function appOf(it: Installation, bundle_id: string): Promise<string> {
  const company = it.to('company');
  const create = async (what: string, body: object) => {
    const answer = await company(`POST /company/api/v2/${what}`, { body });
    if (answer.status !== 201) throw new Error(`No ${what} for the devices: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const known = await company('GET /company/api/v2/company/1');
  if (known.status !== 200) await create('company', { name: 'Bench', identified_by: 'email' });
  const app = { company_id: 1, name: 'Wallet', bundle_id, flavor_id: bundle_id, os: 'android', capabilities: [] };
  return String((await create('app', app)).app.id);
}

const systemOf = (number: number) => (number % 2 === 0 ? 'android' : 'ios');
const coreIdOf = (number: number) => `0b1e2c4d-5b7e-4a58-9f0c-${String(number).padStart(12, '0')}`;

function device(number: number, app_id: string) {
  const at = new Date();
  const shown = {
    core_id: coreIdOf(number),
    brand: 'Acme',
    model: 'One',
    imei: '',
    emulator: false,
    system_name: systemOf(number),
    system_version: '35',
    location: null,
    apps: [{ app_id, tags: {}, version: '1.0', created_at: at, updated_at: at }],
    created_at: at,
    updated_at: at,
  };
  return { company_id: '1', said: {}, revision: 1, ...shown, ...searchKeysOf(shown), trigrams: [] };
}

function receiver(number: number, app_id: string, bundle_id: string) {
  const core_id = coreIdOf(number);
  const app = { app_id, bundle_id, flavor_id: bundle_id };
  const known = {
    company_id: '1',
    core_id,
    device_id: number + 1,
    system_name: systemOf(number),
    reported_at: new Date(),
  };
  return { _id: `${app_id}/${core_id}`, ...known, ...app };
}

/** 163 characters of FCM's, 64 hexadecimal digits of Apple's. */
function longToken(number: number): string {
  return number % 2 === 0 ? `t${number}:`.padEnd(163, 'APA91b') : number.toString(16).padStart(64, '0');
}

/** Creates a message and a segment of all devices of an app; gives a function that starts campaigns. */
export async function campaignOver(it: Installation, application_name = bundle): Promise<StartCampaign> {
  const persistance = it.to('message-persistance');
  const data = {
    title: 'Your card is ready',
    message: 'Come and see it',
    media_url: 'https://cdn.example.com/card.png',
    action_color: '#00AA55',
  };
  const factory = {
    notification_version: 'core_notifications_v1',
    notification_type: 'notification',
    data,
    values: [],
    company_id: 1,
  };
  const message = await persistance('POST /message-persistance/api/v1/factory', { body: factory });
  const found = await it.to('company')('GET /company/api/v2/app', { query: { bundle_id: application_name } });
  const segment = await persistance('POST /message-persistance/api/v1/segment', {
    body: { company_id: 1, name: 'All', index_query: { 'apps.app_id': String(found.body.app[0].id) } },
  });
  const named = { name: 'Bench', message_id: message.body.data.uuid, application_name };
  return async (more = {}) => {
    const whom = 'notifications' in more ? {} : { segment_id: segment.body.data.uuid };
    const body = { ...named, ...whom, ...more };
    const answer = await it.to('campaigns')('POST /campaigns/api/v1/campaign', { body });
    if (answer.status !== 201) throw new Error(`The campaign was answered with ${answer.status}`);
    return answer.body.data.uuid as string;
  };
}
