import { v5 } from 'uuid';

/**
 * The uuid of a notification to a device, derived from the id of its single message: the same at every try, and found
 * again without a search.
 */
export const notificationUuid = (messageId: string, coreId: string): string => v5(coreId, messageId);

/** Two groups and their hyphens. */
const prefixLength = 14;
const version = '8';

/** Begins as the campaign's uuid does: its records are neighbours, inserted at one place and removed as one range. */
export function campaignNotificationUuid(campaignUuid: string, coreId: string): string {
  return campaignUuid.slice(0, prefixLength) + version + v5(coreId, campaignUuid).slice(prefixLength + 1);
}

export const isOfCampaign = (uuid: string): boolean => uuid[prefixLength] === version;

/** The range of a campaign's uuids. Campaigns of the same millisecond share one. */
export function campaignRange(campaignUuid: string): { $gte: string; $lt: string } {
  const prefix = campaignUuid.slice(0, prefixLength);
  return { $gte: prefix + version, $lt: prefix + String(Number(version) + 1) };
}

/** Earlier versions named the notifications of campaigns as those of single messages. */
export const possibleUuids = (sentUnder: string, coreId: string): string[] => [
  notificationUuid(sentUnder, coreId),
  campaignNotificationUuid(sentUnder, coreId),
];
