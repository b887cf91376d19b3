import type { Model } from '@herald/persistence';
import { toDelivery, type CampaignDelivery, type SentTo } from './campaign-delivery.model';
import type { Delivery } from './delivery.model';
import { campaignNotificationUuid, isOfCampaign, notificationUuid } from './notification-uuid';

export type DeliveryModels = { Delivery: Model<Delivery>; CampaignDelivery: Model<CampaignDelivery> };

/** Where the record of a notification is: its uuid tells. */
export const recordsOf = (uuid: string, { Delivery, CampaignDelivery }: DeliveryModels): Model<CampaignDelivery> =>
  isOfCampaign(uuid) ? CampaignDelivery : (Delivery as never);

/** The records of what campaigns sent. Earlier versions kept them with those of single messages. */
export async function findCampaignDeliveries(
  sent: SentTo[],
  { Delivery, CampaignDelivery }: DeliveryModels,
): Promise<Delivery[]> {
  const byUuid = new Map(sent.map((one) => [campaignNotificationUuid(one.campaign._id, one.core_id), one]));
  const earlierUuids = sent.map(({ campaign, core_id }) => notificationUuid(campaign._id, core_id));
  const [stored, earlier] = await Promise.all([
    CampaignDelivery.find({ _id: { $in: [...byUuid.keys()] } }).lean(),
    Delivery.find({ _id: { $in: earlierUuids } }).lean(),
  ]);
  return [...stored.map((one) => toDelivery(one, byUuid.get(one._id)!)), ...earlier];
}
