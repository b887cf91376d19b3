import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPush, type PushScript } from '@herald/standin-push';
import { deviceRegistered, pushBatch, type PushBatch } from '@herald/contracts';
import type { Env } from '@herald/service';
import { eventually, otherService, startForTest } from '@herald/testing';
import { campaignNotificationUuid } from './deliveries/notification-uuid';
import { service } from './service';

export type TestedNotifications = Awaited<ReturnType<typeof startNotifications>>;
/** `token: null`: the report has none. */
export type Phone = {
  core_id: string;
  token?: string | null;
  system?: 'android' | 'ios';
  company_id?: string;
  at?: string;
};

/** An APNs key in the form in which Apple issues it. */
export const appleKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The settings for simulators. */
export const pushSettings = ({ fcmUrl, apnsUrl, ca }: { fcmUrl: string; apnsUrl: string; ca: string }): Env => ({
  FCM_URL: fcmUrl,
  FCM_PROJECT_ID: 'herald-test',
  FCM_ACCESS_TOKEN: 'a token of the simulator',
  APNS_URL: apnsUrl,
  APNS_KEY: appleKey(),
  APNS_KEY_ID: 'ABCDE12345',
  APNS_TEAM_ID: 'FGHIJ67890',
  PUSH_CA: ca,
});

const data = {
  type: 'notification',
  reactions: '[]',
  notificationBody: '{"text_title":"Hello {{name}}","text_body":"Hi"}',
};

/** The notification of a short message to `{{name}}`. */
export const notification = {
  priority: 'high',
  data,
  apns: {
    payload: {
      aps: {
        sound: 'default',
        category: 'x',
        'mutable-content': 1,
        alert: { title: 'Hello {{name}}', body: 'Hi' },
        badge: 1,
      },
      data,
    },
  },
};

/** Starts the service with its own simulators, and a company service in which company 1 has app 11. */
export async function startNotifications(script: PushScript = {}, settings: Env = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'herald-push-'));
  const push = await startPush({ port: 0, dataDir, script });
  const company = await otherService((request, query) => {
    if (!/^GET \/company\/api\/v2\/company\/\d+\/app$/.test(request)) return undefined;
    const bundle = query.get('bundle_id');
    const wallet = {
      id: 11,
      company_id: 1,
      bundle_id: 'com.acme.wallet',
      flavor_id: 'com.acme.wallet',
      name: 'Wallet',
      os: 'android',
    };
    return { body: { app: request.includes('/1/') && bundle === wallet.bundle_id ? [wallet] : [] } };
  });
  const herald = await startForTest(service, { COMPANY_URL: company.url, ...pushSettings(push), ...settings });
  const stored = (name: string) => herald.database('notifications').collection(name);
  const register = async (phones: Phone[]) => {
    for (const {
      core_id,
      token = `token-${core_id}`,
      system = 'android',
      company_id = '1',
      at = new Date().toISOString(),
    } of phones)
      await herald.publish(deviceRegistered, {
        core_id,
        core_id_type: '',
        company_id,
        device_id: 7,
        characteristics: { system_name: system },
        app: {
          app_id: `${company_id}1`,
          bundle_id: 'com.acme.wallet',
          flavor_id: 'com.acme.wallet',
          version: '1',
          ...(token === null ? {} : { push_token: token }),
        },
        reported_at: at,
      });
    await eventually(async () => (await stored('push_tokens').countDocuments()) >= phones.length);
  };
  const campaign = {
    uuid: randomUUID(),
    company_id: '1',
    message_id: randomUUID(),
    app_id: '11',
    bundle_id: 'com.acme.wallet',
  };
  const send = (batch: Partial<PushBatch>) =>
    herald.publish(pushBatch, { batch_id: randomUUID(), campaign, notification, core_ids: [], tries: 0, ...batch });
  /** What is stored of a push of the campaign. */
  const recordOf = (coreId: string) =>
    stored('campaign_deliveries').findOne({ _id: campaignNotificationUuid(campaign.uuid, coreId) as never });
  const stop = async () => {
    await herald.stop();
    await Promise.all([push.stop(), company.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...herald, push, company, stored, register, campaign, send, recordOf, stop };
}
