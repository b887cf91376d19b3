import { readFileSync } from 'node:fs';
import { http2Pool } from '@herald/http2-client';
import { contentOf, type NotificationsSettings } from '../config';
import { accessTokens } from './access-token';
import { apnsProvider } from './apns';
import { fcmProvider } from './fcm';
import { googleTokens, type ServiceAccount } from './google-token';
import type { ProviderName, PushProvider } from './provider';
import { providerTokens, type ApnsKey } from './provider-token';

export type FcmCredentials = ServiceAccount;
export type ApnsCredentials = ApnsKey & { production?: boolean };

export type OpenProvider = ReturnType<typeof providerOpener>;

/** Opens providers with an app's credentials or with those of the settings. */
export function providerOpener(settings: NotificationsSettings) {
  const ca = settings.PUSH_CA ? readFileSync(settings.PUSH_CA, 'utf8') : undefined;
  const poolTo = (url: string) => http2Pool({ url, ca, connections: settings.PUSH_CONNECTIONS });
  const { FCM_URL: url } = settings;
  return {
    /** Throws when the credentials cannot be used at all. */
    async fcm(account: FcmCredentials): Promise<PushProvider> {
      const accessToken = accessTokens(googleTokens(account, { url, ca }));
      return fcmProvider({ pool: poolTo(url), projectId: account.project_id, accessToken });
    },
    /** Throws when the key is none. */
    async apns({ production, ...key }: ApnsCredentials): Promise<PushProvider> {
      const providerToken = providerTokens(key);
      return apnsProvider({ pool: poolTo(apnsUrl(settings, production)), providerToken });
    },
    /** With the credentials of the settings; undefined where there are none. */
    async fromSettings(name: ProviderName): Promise<PushProvider | undefined> {
      return name === 'fcm' ? this.fcmFromSettings() : this.apnsFromSettings();
    },
    async fcmFromSettings(): Promise<PushProvider | undefined> {
      const { FCM_CREDENTIALS, FCM_ACCESS_TOKEN, FCM_PROJECT_ID: projectId } = settings;
      if (FCM_CREDENTIALS) return this.fcm(JSON.parse(contentOf(FCM_CREDENTIALS)) as FcmCredentials);
      if (!FCM_ACCESS_TOKEN || !projectId) return undefined;
      return fcmProvider({ pool: poolTo(url), projectId, accessToken: async () => FCM_ACCESS_TOKEN });
    },
    async apnsFromSettings(): Promise<PushProvider | undefined> {
      const { APNS_KEY, APNS_KEY_ID: key_id, APNS_TEAM_ID: team_id } = settings;
      if (!APNS_KEY || !key_id || !team_id) return undefined;
      return this.apns({ key: contentOf(APNS_KEY), key_id, team_id });
    },
  };
}

const sandbox = 'https://api.sandbox.push.apple.com';

/** An app may be in its sandbox while the others are not; a simulator serves both. */
function apnsUrl({ APNS_URL }: NotificationsSettings, production = true): string {
  return production || !/\.apple\.com$/.test(new URL(APNS_URL).hostname) ? APNS_URL : sandbox;
}
