import type { Delivery } from './delivery.model';
import type { NotificationsDeps } from '../deps';
import { notificationUuid } from './notification-uuid';

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Of a message with more campaigns than this, only the newest are searched. */
const maxCampaigns = 200;

export type DeliveryKeys = { core_id: string; message_id?: string; notification_uuid?: string };

/**
 * The newest delivery to a device, by the uuid of its notification or by a message id: of a single send, or of the
 * message that campaigns sent. Finds only records of the owner.
 */
export async function findDelivery(
  { core_id, message_id, notification_uuid }: DeliveryKeys,
  owned: object,
  { Delivery, KnownCampaign }: Pick<NotificationsDeps, 'Delivery' | 'KnownCampaign'>,
): Promise<Delivery | undefined> {
  const keys = [message_id, notification_uuid].filter((key) => key !== undefined);
  if (!keys.every((key) => isUuid.test(key))) return undefined;
  const campaigns = message_id ? KnownCampaign.find({ message_id }).sort({ _id: -1 }).limit(maxCampaigns).lean() : [];
  const sentUnder = message_id ? [message_id, ...(await campaigns).map(({ _id }) => _id)] : [];
  const ids = notification_uuid ? [notification_uuid] : sentUnder.map((uuid) => notificationUuid(uuid, core_id));
  const found = await Delivery.find({ _id: { $in: ids }, ...owned }).lean();
  const ofDevice = found.filter((one) => one.core_id === core_id);
  return ofDevice.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())[0];
}
