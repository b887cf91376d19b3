import { cached } from '@herald/concurrency';
import type { Model } from '@herald/persistence';
import { campaignNotificationUuid, campaignPrefix } from '../deliveries/notification-uuid';
import type { KnownCampaign } from './known-campaign.model';

/** What a delivery record needs of its campaign does not change. */
const cacheOptions = { ttlMs: 60_000, maxEntries: 1_000 };

/** Finds the campaign that sent a notification to a device: the uuid begins with a part of the campaign's. */
export function campaignFinder(KnownCampaign: Model<KnownCampaign>) {
  const find = async (beginning: string) => {
    const found = await KnownCampaign.find({ _id: { $gte: beginning, $lt: `${beginning}~` } }).lean();
    return found.length > 0 ? found : undefined;
  };
  const findCached = cached(find, cacheOptions);
  return async (uuid: string, coreId: string): Promise<KnownCampaign | undefined> => {
    const isSender = ({ _id }: KnownCampaign) => campaignNotificationUuid(_id, coreId) === uuid;
    const beginning = campaignPrefix(uuid);
    const known = await findCached(beginning);
    if (!known) return undefined;
    // Another campaign of the same millisecond may be newer than what is cached.
    return known.find(isSender) ?? (await find(beginning))?.find(isSender);
  };
}
