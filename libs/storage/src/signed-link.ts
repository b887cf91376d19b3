import { createHmac, timingSafeEqual } from 'node:crypto';

const mac = (secret: string, path: string, until: number) =>
  createHmac('sha256', secret).update(`${path}\n${until}`).digest('base64url');

/** A path that opens a file without a token until `until` (seconds since 1970). */
export function signedLink(secret: string, path: string, until: number): string {
  return `${path}?until=${until}&signature=${mac(secret, path, until)}`;
}

/** True for an unexpired link that we signed for this path. */
export function isSignedLink(secret: string, path: string, sent: { until: number; signature: string }): boolean {
  const expected = Buffer.from(mac(secret, path, sent.until));
  const given = Buffer.from(sent.signature);
  return sent.until * 1000 > Date.now() && given.length === expected.length && timingSafeEqual(given, expected);
}
