import { readFileSync } from 'node:fs';
import { http2Pool } from '@herald/http2-client';
import type { NotificationsSettings } from '../config';
import { apnsProvider } from './apns';
import { fcmProvider } from './fcm';
import type { ProviderName, PushProvider } from './provider';
import { providerTokens, type ApnsKey } from './provider-token';

export type FcmAccess = { projectId: string; accessToken: () => Promise<string> };

/** A way to reach the providers; PUSH_TRANSPORT chooses one. */
type Transport = {
  fcm(access: FcmAccess): Promise<PushProvider>;
  /** Throws when the key is invalid. */
  apns(url: string, key: ApnsKey): Promise<PushProvider>;
};

type TransportSettings = Pick<NotificationsSettings, 'PUSH_TRANSPORT' | 'FCM_URL' | 'PUSH_CA' | 'PUSH_CONNECTIONS'>;

export type TransportOptions = {
  /** How long a push may wait for its response. */
  timeoutMs?: number;
  /** A provider takes no more pushes on a connection. */
  onGoAway?: (name: ProviderName) => void;
};

export function openTransport(
  settings: TransportSettings,
  { timeoutMs = 15_000, onGoAway = () => {} }: TransportOptions = {},
): Transport {
  return settings.PUSH_TRANSPORT === 'libraries'
    ? libraries(settings, timeoutMs)
    : direct(settings, { timeoutMs, onGoAway });
}

/** Our own HTTP/2 client. */
function direct(settings: TransportSettings, { timeoutMs, onGoAway }: Required<TransportOptions>): Transport {
  const { FCM_URL, PUSH_CA, PUSH_CONNECTIONS: connections } = settings;
  const ca = readCa(PUSH_CA);
  const poolTo = (name: ProviderName, url: string) =>
    http2Pool({ url, ca, connections, timeoutMs, onGoAway: () => onGoAway(name) });
  return {
    fcm: async (access) => fcmProvider({ pool: poolTo('fcm', FCM_URL), ...access }),
    apns: async (url, key) => {
      const providerToken = providerTokens(key);
      return apnsProvider({ pool: poolTo('apns', url), providerToken });
    },
  };
}

/** firebase-admin and node-apn, loaded when the first provider is opened: the direct transport never loads them. */
function libraries({ FCM_URL: url, PUSH_CA }: TransportSettings, timeoutMs: number): Transport {
  const ca = readCa(PUSH_CA);
  return {
    async fcm(access) {
      const { fcmLibraryProvider } = await import('./fcm-library');
      return fcmLibraryProvider({ url, ca, timeoutMs, ...access });
    },
    async apns(apnsUrl, key) {
      const { apnsLibraryProvider } = await import('./apns-library');
      return apnsLibraryProvider({ url: apnsUrl, ca, timeoutMs, key });
    },
  };
}

const readCa = (path: string | undefined) => (path ? readFileSync(path, 'utf8') : undefined);
