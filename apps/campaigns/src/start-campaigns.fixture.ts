import { randomUUID } from 'node:crypto';
import { deliveryResults, pushBatch, type PushBatch } from '@herald/contracts';
import { eventually, otherService, startForTest } from '@herald/testing';
import { service } from './service';

export type TestedCampaigns = Awaited<ReturnType<typeof startCampaigns>>;

export const campaignPath = '/campaigns/api/v1/campaign';
export const messageId = '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10';
export const messageOfAll = '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f11';
export const segmentId = '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f20';
export const messageWithVariables = '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f12';
const notification = { priority: 'high', data: { type: 'notification' }, apns: { payload: {} } };
const personal = { ...notification, data: { type: 'notification', notificationBody: 'Hello {{name}}' } };

const apps = [
  { id: 11, company_id: 1, bundle_id: 'com.acme.wallet', flavor_id: 'red', name: 'Wallet', os: 'android' },
  { id: 21, company_id: 2, bundle_id: 'com.other.shop', flavor_id: 'blue', name: 'Shop', os: 'ios' },
];

/**
 * The answers of the services that campaigns calls: company 1 has a message, a segment and an app; another message has
 * no company.
 */
function answerFor(asked: string, query: URLSearchParams, devices: string[]) {
  const messages = new Map([
    [messageId, '1'],
    [messageOfAll, null],
    [messageWithVariables, '1'],
  ]);
  const uuid = asked.split('/')[5] ?? '';
  const found = apps.filter((app) => app.bundle_id === query.get('bundle_id'));
  if (asked === 'GET /company/api/v2/app') return { body: { app: found } };
  const [, company] = /^GET \/company\/api\/v2\/company\/(\d+)\/app$/.exec(asked) ?? [];
  if (company) return { body: { app: found.filter((app) => app.company_id === Number(company)) } };
  if (asked.includes('/message/') && messages.has(uuid)) {
    const custom_notification = uuid === messageWithVariables ? personal : notification;
    return { body: { data: { id: 1, uuid, company_id: messages.get(uuid), custom_notification } } };
  }
  if (!asked.includes(`/segment/${segmentId}`)) return undefined;
  if (!asked.endsWith('/device')) return { body: { data: { id: 1, uuid: segmentId, company_id: '1', name: 'All' } } };
  const from = Number(query.get('after') || 0);
  const size = Number(query.get('per_page'));
  const data = devices.slice(from, from + size).map((core_id) => ({ core_id }));
  const next = from + size < devices.length ? String(from + size) : null;
  return { body: { data, total: devices.length, next } };
}

/** Starts the service for a test; `devices` are the segment's and may change. */
export async function startCampaigns(
  devices: string[] = [],
  settings: Record<string, string> = {},
  onQuery?: (database: string, command: Record<string, unknown>) => void,
) {
  let delayPage: (from: number) => unknown = () => undefined;
  const others = await otherService(async (asked, query) => {
    if (asked.endsWith('/device')) await delayPage(Number(query.get('after')));
    return answerFor(asked, query, devices);
  });
  const stories = new Map<string, object>();
  const notifications = await otherService((asked) => {
    const story = stories.get(decodeURIComponent(asked.split('/').at(-1)!));
    return story && { body: { data: story } };
  });
  const urls = { COMPANY_URL: others.url, MESSAGE_PERSISTANCE_URL: others.url, NOTIFICATIONS_URL: notifications.url };
  const herald = await startForTest(service, { ...urls, ...settings }, { onQuery });
  const batches = await herald.collect(pushBatch);
  const as = (companies: '*' | number[] = '*') => herald.as({ companies });
  const create = async (body: object, companies: '*' | number[] = '*') =>
    as(companies)(`POST ${campaignPath}`, {
      body: { message_id: messageId, application_name: 'com.acme.wallet', ...body },
    });
  const start = async (body: object): Promise<string> => (await create(body)).body.data.uuid;
  const read = async (uuid: string) => (await as()(`GET ${campaignPath}/${uuid}`)).body.data;
  /** Waits until a campaign's answer is as expected. */
  const isRead = (uuid: string, expected: object) =>
    eventually(async () => {
      expect(await read(uuid)).toMatchObject(expected);
      return true;
    });
  const sentTo = (uuid: string): PushBatch[] => batches.filter(({ campaign }) => campaign.uuid === uuid);
  /** Publishes the results of a batch, as notifications does. */
  const settle = (batch: PushBatch, failed: { reason: string; core_ids: string[] }[] = []) => {
    const lost = new Set(failed.flatMap(({ core_ids }) => core_ids));
    const sent = batch.core_ids.filter((coreId) => !lost.has(coreId));
    const whole = batches.find(({ batch_id }) => batch_id === batch.batch_id)!;
    const placesOf = (coreIds: string[]) => coreIds.map((coreId) => whole.places![whole.core_ids.indexOf(coreId)]!);
    return herald.publish(deliveryResults, {
      campaign_uuid: batch.campaign.uuid,
      batch_id: batch.batch_id,
      sent: [],
      sent_places: placesOf(sent),
      failed: failed.map(({ reason, core_ids }) => ({ reason, core_ids: [], places: placesOf(core_ids) })),
    });
  };
  const firstBatch = (uuid: string) => eventually(() => sentTo(uuid)[0]);
  const stop = async () => {
    await herald.stop();
    await Promise.all([others.stop(), notifications.stop()]);
  };
  const stored = (name: string) => herald.database('campaigns').collection(name);
  return {
    ...herald,
    others,
    notifications,
    stories,
    as,
    withToken: herald.as,
    create,
    start,
    read,
    isRead,
    sentTo,
    settle,
    firstBatch,
    /** The segment's devices from a number on are answered once this has resolved. */
    delayPages: (delay: typeof delayPage) => void (delayPage = delay),
    stored,
    stop,
  };
}

export const named = (...coreIds: string[]) => coreIds.map((core_id) => ({ core_id, variables: {} }));
export const noCampaign = [404, { code: 404, resource: 'Campaign', message: 'Not found' }];
export const anyUuid = () => randomUUID();
