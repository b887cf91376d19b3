import type { Model } from '@herald/persistence';
import type { Delivery } from './delivery.model';
import { isOfCampaign } from './notification-uuid';

export type DeliveryModels = Record<'Delivery' | 'CampaignDelivery', Model<Delivery>>;

/** Where the record of a notification is: its uuid tells. */
export const recordsOf = (uuid: string, { Delivery, CampaignDelivery }: DeliveryModels): Model<Delivery> =>
  isOfCampaign(uuid) ? CampaignDelivery : Delivery;

/** The records of these notifications. Finds only records of the owner. */
export async function findDeliveries(uuids: string[], owned: object, models: DeliveryModels): Promise<Delivery[]> {
  const found = [models.Delivery, models.CampaignDelivery].map((Records) => {
    const own = uuids.filter((uuid) => recordsOf(uuid, models) === Records);
    return own.length > 0 ? Records.find({ _id: { $in: own }, ...owned }).lean() : [];
  });
  return (await Promise.all(found)).flat();
}
