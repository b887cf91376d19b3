import { hash } from 'node:crypto';
import { v5 } from 'uuid';

/**
 * The uuid of a notification to a device, derived from the id of its single message: the same at every try, and found
 * again without a search.
 */
export const notificationUuid = (messageId: string, coreId: string): string => v5(coreId, messageId);

/** Two groups and their hyphens. */
const prefixLength = 14;
const version = '8';
const namespaceBytes = 16;

/**
 * Begins as the campaign's uuid does: its records are neighbours, inserted at one place and removed as one range. The
 * rest is that of the name-based uuid, at a third of its time: each push needs one.
 */
export function campaignNotificationUuid(campaignUuid: string, coreId: string): string {
  const name = Buffer.allocUnsafe(namespaceBytes + Buffer.byteLength(coreId));
  name.write(campaignUuid.replaceAll('-', ''), 'hex');
  name.write(coreId, namespaceBytes);
  const digest = hash('sha1', name);
  const variant = (Number.parseInt(digest[16]!, 16) & 0b0011) | 0b1000;
  const group = variant.toString(16) + digest.slice(17, 20);
  return `${campaignPrefix(campaignUuid)}${version}${digest.slice(13, 16)}-${group}-${digest.slice(20, 32)}`;
}

export const isOfCampaign = (uuid: string): boolean => uuid[prefixLength] === version;

/** What a campaign's uuid has in common with those of its notifications. */
export const campaignPrefix = (uuid: string): string => uuid.slice(0, prefixLength);

/** The range of a campaign's uuids. Campaigns of the same millisecond share one. */
export function campaignRange(campaignUuid: string): { $gte: string; $lt: string } {
  const prefix = campaignPrefix(campaignUuid);
  return { $gte: prefix + version, $lt: prefix + String(Number(version) + 1) };
}
