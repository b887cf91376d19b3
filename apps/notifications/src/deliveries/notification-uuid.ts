import { createHash } from 'node:crypto';

/**
 * The uuid (version 5) of a notification to a device, derived from the uuid of its campaign or single message: the same
 * at every try, and found again without a search.
 */
export function notificationUuid(sentUnder: string, coreId: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(sentUnder.replaceAll('-', ''), 'hex'))
    .update(coreId)
    .digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
