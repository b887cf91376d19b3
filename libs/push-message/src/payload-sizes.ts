import type { CustomNotification } from './custom-notification';
import { withDeliveryIds, type DeliveryIds } from './delivery-ids';

export type PayloadSizes = { fcm: number; apns: number };

/** The maximum bytes of one message for FCM and APNs. */
export const payloadLimit = 4096;

const names = { fcm: 'FCM', apns: 'APNs' } as const;

/** The error for a message of this size; undefined where it fits. */
export function tooLargeFor(provider: keyof PayloadSizes, bytes: number): string | undefined {
  if (bytes <= payloadLimit) return undefined;
  return `makes ${bytes} bytes for ${names[provider]}, ${bytes - payloadLimit} more than the ${payloadLimit} it takes`;
}

const anyUuid = '00000000-0000-0000-0000-000000000000';
/** Sample ids of the usual length. */
const anyIds: DeliveryIds = { message_id: anyUuid, notification_uuid: anyUuid };

/**
 * The bytes of a message for each provider: the data of FCM, the payload of APNs, as JSON in UTF-8, with the ids of
 * every push. A `{{name}}` counts unreplaced.
 */
export function payloadSizes(notification: CustomNotification): PayloadSizes {
  const { data, apns } = withDeliveryIds(notification, anyIds);
  return { fcm: bytesOf(data), apns: bytesOf(apns.payload) };
}

const bytesOf = (payload: object): number => Buffer.byteLength(JSON.stringify(payload));
