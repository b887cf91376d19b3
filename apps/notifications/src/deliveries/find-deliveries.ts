import { groupBy } from '@herald/concurrency';
import type { Model } from '@herald/persistence';
import type { Delivery } from './delivery.model';
import { isOfCampaign } from './notification-uuid';

export type DeliveryModels = Record<'Delivery' | 'CampaignDelivery', Model<Delivery>>;

/** Where the record of a notification is: its uuid tells. */
export const recordsOf = (uuid: string, { Delivery, CampaignDelivery }: DeliveryModels): Model<Delivery> =>
  isOfCampaign(uuid) ? CampaignDelivery : Delivery;

/** The records of these notifications. Finds only records of the owner. */
export async function findDeliveries(uuids: string[], owned: object, models: DeliveryModels): Promise<Delivery[]> {
  const groups = groupBy(uuids, (uuid) => recordsOf(uuid, models));
  const found = [...groups].map(([Records, some]) => Records.find({ _id: { $in: some }, ...owned }).lean());
  return (await Promise.all(found)).flat();
}
