import type { IncomingHttpHeaders } from 'node:http';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const topic = /^[\w.-]+$/;
const pushTypes = new Set(
  'alert background location voip complication fileprovider mdm liveactivity pushtotalk widgets controls'.split(' '),
);
const maxCollapseIdBytes = 64;

const checks: [name: string, isValid: (value: string) => boolean, reason: string][] = [
  ['apns-id', (value) => uuid.test(value), 'BadMessageId'],
  ['apns-topic', (value) => topic.test(value), 'BadTopic'],
  ['apns-push-type', (value) => pushTypes.has(value), 'InvalidPushType'],
  ['apns-priority', (value) => value === '10' || value === '5' || value === '1', 'BadPriority'],
  ['apns-expiration', (value) => /^\d{1,12}$/.test(value), 'BadExpirationDate'],
  ['apns-collapse-id', (value) => Buffer.byteLength(value) <= maxCollapseIdBytes, 'BadCollapseId'],
];

/** APNs' reason to reject these headers; undefined if they are valid. */
export function headerFault(headers: IncomingHttpHeaders): string | undefined {
  for (const [name, isValid, reason] of checks) {
    const value = headers[name];
    if (value !== undefined && !isValid(String(value))) return reason;
  }
  return headers['apns-topic'] ? undefined : 'MissingTopic';
}

const recordedHeaders = ['apns-topic', 'apns-push-type', 'apns-priority', 'apns-expiration', 'apns-collapse-id'];

/** A copy of the headers that describe a notification. The original object would keep the whole request in memory. */
export function pickRecordedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const recorded: Record<string, string> = Object.create(null);
  for (const name of recordedHeaders) {
    const value = headers[name];
    if (typeof value === 'string') recorded[name] = value;
  }
  return recorded;
}
