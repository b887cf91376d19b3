import { readFileSync } from 'node:fs';
import { contentOf, type NotificationsSettings } from '../config';
import type { FcmCredentials } from '../credentials/credentials.schema';
import { accessTokens } from './access-token';
import { googleTokens } from './google-token';
import type { ProviderName, PushProvider } from './provider';
import type { ApnsKey } from './provider-token';
import { openTransport, type TransportOptions } from './transport';

export type ProviderFactory = ReturnType<typeof providerFactory>;

/** Opens providers with an app's credentials or with those of the settings, over the transport of the settings. */
export function providerFactory(settings: NotificationsSettings, options?: TransportOptions) {
  const transport = openTransport(settings, options);
  const ca = settings.PUSH_CA ? readFileSync(settings.PUSH_CA, 'utf8') : undefined;
  return {
    /** Throws when the credentials are invalid. */
    async fcm(account: FcmCredentials): Promise<PushProvider> {
      const accessToken = accessTokens(googleTokens(account, { url: settings.FCM_URL, ca }));
      return transport.fcm({ projectId: account.project_id, accessToken });
    },
    /** Throws when the key is invalid. */
    async apns({ production, ...key }: ApnsKey & { production?: boolean }): Promise<PushProvider> {
      return transport.apns(apnsUrl(settings, production), key);
    },
    /** With the credentials of the settings; undefined where there are none. */
    async fromSettings(name: ProviderName): Promise<PushProvider | undefined> {
      return name === 'fcm' ? this.fcmFromSettings() : this.apnsFromSettings();
    },
    async fcmFromSettings(): Promise<PushProvider | undefined> {
      const { FCM_CREDENTIALS, FCM_ACCESS_TOKEN, FCM_PROJECT_ID: projectId } = settings;
      if (FCM_CREDENTIALS) return this.fcm(JSON.parse(contentOf(FCM_CREDENTIALS)) as FcmCredentials);
      if (!FCM_ACCESS_TOKEN || !projectId) return undefined;
      return transport.fcm({ projectId, accessToken: async () => FCM_ACCESS_TOKEN });
    },
    async apnsFromSettings(): Promise<PushProvider | undefined> {
      const { APNS_KEY, APNS_KEY_ID: key_id, APNS_TEAM_ID: team_id } = settings;
      if (!APNS_KEY || !key_id || !team_id) return undefined;
      return this.apns({ key: contentOf(APNS_KEY), key_id, team_id });
    },
  };
}

const sandbox = 'https://api.sandbox.push.apple.com';

/** An app may use Apple's sandbox while others do not; a simulator serves both. */
function apnsUrl({ APNS_URL }: NotificationsSettings, production = true): string {
  return production || !/\.apple\.com$/.test(new URL(APNS_URL).hostname) ? APNS_URL : sandbox;
}
