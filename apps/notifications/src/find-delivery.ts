import type { Delivery } from './delivery.model';
import type { NotificationsDeps } from './deps';
import { notificationUuid } from './notification-uuid';

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Of a message that went out in more campaigns than these, the oldest are not looked through. */
const mostCampaigns = 200;

export type DeliveryNames = { core_id: string; message_id?: string; notification_uuid?: string };

/**
 * The newest delivery to a device under a name: its notification's uuid, the message id of a single send, or the message that
 * campaigns sent. Only records of the owner are found.
 */
export async function findDelivery(
  { core_id, message_id, notification_uuid }: DeliveryNames,
  owned: object,
  { Delivery, KnownCampaign }: Pick<NotificationsDeps, 'Delivery' | 'KnownCampaign'>,
): Promise<Delivery | undefined> {
  const names = [message_id, notification_uuid].filter((name) => name !== undefined);
  if (!names.every((name) => isUuid.test(name))) return undefined;
  const campaigns = message_id ? KnownCampaign.find({ message_id }).sort({ _id: -1 }).limit(mostCampaigns).lean() : [];
  const sentUnder = message_id ? [message_id, ...(await campaigns).map(({ _id }) => _id)] : [];
  const ids = notification_uuid ? [notification_uuid] : sentUnder.map((uuid) => notificationUuid(uuid, core_id));
  const found = await Delivery.find({ _id: { $in: ids }, ...owned }).lean<Delivery[]>();
  const ofDevice = found.filter((one) => one.core_id === core_id);
  return ofDevice.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())[0];
}
