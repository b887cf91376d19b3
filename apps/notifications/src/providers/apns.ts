import type { Http2Pool, Reply, RequestHeader } from '@herald/http2-client';
import type { Outcome, Push, PushProvider } from './provider';
import { failureOf, jsonOf, sendOnce } from './send-once';

export type ApnsOptions = { pool: Http2Pool; providerToken: () => string };

/** Of a device that is off for longer, nobody wants to hear of it any more: as FCM has it. */
const keptSeconds = 28 * 86_400;
const ofNoDevice = new Set(['Unregistered', 'ExpiredToken']);
const ofOurKey = new Set([
  'BadCertificateEnvironment',
  'ExpiredProviderToken',
  'InvalidProviderToken',
  'MissingProviderToken',
  'TopicDisallowed',
]);

/** Apple Push Notification service, over HTTP/2. */
export function apnsProvider({ pool, providerToken }: ApnsOptions): PushProvider {
  return {
    name: 'apns',
    async send({ token, body, notificationUuid, priority, bundleId, dryRun }: Push) {
      if (dryRun) return { kind: 'sent', name: '' };
      const headers: RequestHeader[] = [
        [':path', `/3/device/${encodeURIComponent(token)}`, 'own'],
        ['authorization', `bearer ${providerToken()}`, 'shared'],
        ['apns-topic', bundleId, 'shared'],
        ['apns-push-type', 'alert', 'shared'],
        ['apns-priority', priority === 'high' ? '10' : '5', 'shared'],
        ['apns-expiration', String(Math.floor(Date.now() / 1000) + keptSeconds), 'own'],
        ['apns-id', notificationUuid, 'own'],
        ['apns-collapse-id', notificationUuid, 'own'],
      ];
      return sendOnce(pool, { headers, body }, outcomeOf);
    },
    close: pool.close,
  };
}

function outcomeOf(reply: Reply): Outcome {
  if (reply.status === 200) return { kind: 'sent', name: reply.headers['apns-id'] ?? '' };
  const answer = jsonOf<{ reason?: string }>(reply)?.reason ?? String(reply.status);
  return failureOf(reply, {
    answer,
    isGone: reply.status === 410 || ofNoDevice.has(answer),
    isDenied: ofOurKey.has(answer),
  });
}
