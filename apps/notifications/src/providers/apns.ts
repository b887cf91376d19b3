import type { Http2Pool, Reply, RequestHeader } from '@herald/http2-client';
import type { Outcome, Push, PushProvider } from './provider';
import { failureOf, jsonOf, sendOnce } from './send-once';

type ApnsOptions = { pool: Http2Pool; providerToken: () => string };

/** APNs stores a push this long for a device that is off: FCM's default too. */
const retentionSeconds = 28 * 86_400;
const goneReasons = new Set(['Unregistered', 'ExpiredToken']);
const credentialReasons = new Set([
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
        [':path', `/3/device/${encodeURIComponent(token)}`, 'unique'],
        ['authorization', `bearer ${providerToken()}`, 'shared'],
        ['apns-topic', bundleId, 'shared'],
        ['apns-push-type', 'alert', 'shared'],
        ['apns-priority', priority === 'high' ? '10' : '5', 'shared'],
        ['apns-expiration', String(expirationOf(Date.now())), 'unique'],
        ['apns-id', notificationUuid, 'unique'],
        ['apns-collapse-id', notificationUuid, 'unique'],
      ];
      return sendOnce(pool, { headers, body }, apnsOutcome);
    },
    close: pool.close,
  };
}

export const expirationOf = (nowMs: number): number => Math.floor(nowMs / 1000) + retentionSeconds;

/** The outcome that a response of APNs stands for. */
export function apnsOutcome(reply: Reply): Outcome {
  if (reply.status === 200) return { kind: 'sent', name: reply.headers['apns-id'] ?? '' };
  const answer = jsonOf<{ reason?: string }>(reply)?.reason ?? String(reply.status);
  return failureOf(reply, {
    answer,
    isGone: reply.status === 410 || goneReasons.has(answer),
    isDenied: credentialReasons.has(answer),
  });
}
