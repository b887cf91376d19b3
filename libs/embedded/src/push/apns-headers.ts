import type { IncomingHttpHeaders } from 'node:http';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const topic = /^[\w.-]+$/;
const pushTypes = new Set(
  'alert background location voip complication fileprovider mdm liveactivity pushtotalk widgets controls'.split(' '),
);
const mostCollapseBytes = 64;

const checks: [name: string, isFine: (value: string) => boolean, reason: string][] = [
  ['apns-id', (value) => uuid.test(value), 'BadMessageId'],
  ['apns-topic', (value) => topic.test(value), 'BadTopic'],
  ['apns-push-type', (value) => pushTypes.has(value), 'InvalidPushType'],
  ['apns-priority', (value) => value === '10' || value === '5' || value === '1', 'BadPriority'],
  ['apns-expiration', (value) => /^\d{1,12}$/.test(value), 'BadExpirationDate'],
  ['apns-collapse-id', (value) => Buffer.byteLength(value) <= mostCollapseBytes, 'BadCollapseId'],
];

/** Apple's reason to refuse these headers, if there is one. */
export function headerFault(headers: IncomingHttpHeaders): string | undefined {
  for (const [name, isFine, reason] of checks) {
    const value = headers[name];
    if (value !== undefined && !isFine(String(value))) return reason;
  }
  return headers['apns-topic'] ? undefined : 'MissingTopic';
}

const kept = ['apns-topic', 'apns-push-type', 'apns-priority', 'apns-expiration', 'apns-collapse-id'];

/** Those that describe a notification; the others would hold on to the memory of a whole request. */
export function describingHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const described: Record<string, string> = Object.create(null);
  for (const name of kept) {
    const value = headers[name];
    if (typeof value === 'string') described[name] = value;
  }
  return described;
}
