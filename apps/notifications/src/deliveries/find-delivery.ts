import type { Delivery } from './delivery.model';
import type { NotificationsDeps } from '../deps';
import { findDeliveries } from './find-deliveries';
import { notificationUuid, possibleUuids } from './notification-uuid';

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Of a message with more campaigns than this, only the newest are searched. */
const maxCampaigns = 200;

type DeliveryKeys = { core_id: string; message_id?: string; notification_uuid?: string };

/**
 * The newest delivery to a device, by the uuid of its notification or by a message id: of a single send, or of the
 * message that campaigns sent. Finds only records of the owner.
 */
export async function findDelivery(
  { core_id, message_id, notification_uuid }: DeliveryKeys,
  owned: object,
  deps: Pick<NotificationsDeps, 'Delivery' | 'CampaignDelivery' | 'KnownCampaign'>,
): Promise<Delivery | undefined> {
  const keys = [message_id, notification_uuid].filter((key) => key !== undefined);
  if (!keys.every((key) => isUuid.test(key))) return undefined;
  const campaigns = message_id
    ? deps.KnownCampaign.find({ message_id }).sort({ _id: -1 }).limit(maxCampaigns).lean()
    : [];
  const ofCampaigns = (await campaigns).flatMap(({ _id }) => possibleUuids(_id, core_id));
  const ofMessage = message_id ? [notificationUuid(message_id, core_id), ...ofCampaigns] : [];
  const found = await findDeliveries(notification_uuid ? [notification_uuid] : ofMessage, owned, deps);
  const ofDevice = found.filter((one) => one.core_id === core_id);
  return ofDevice.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())[0];
}
