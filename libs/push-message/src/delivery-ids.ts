import type { CustomNotification } from './custom-notification';

/** The ids that a device reports about a message with. */
export type DeliveryIds = { message_id: string; notification_uuid: string };

/** The keys that every push carries beside its own data. */
export const deliveryIds = ({ message_id, notification_uuid }: DeliveryIds): DeliveryIds => ({
  message_id,
  notification_uuid,
});

/** A message with the ids of its delivery. */
export function withDeliveryIds(notification: CustomNotification, ids: DeliveryIds): CustomNotification {
  const data = { ...notification.data, ...deliveryIds(ids) };
  return { ...notification, data, apns: { payload: { ...notification.apns.payload, data } } };
}
