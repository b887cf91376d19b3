import type { CustomNotification } from './custom-notification';
import { withDeliveryIds, type DeliveryIds } from './delivery-ids';

export type PayloadSizes = { fcm: number; apns: number };

/** The most bytes that FCM and APNs take of one message. */
export const payloadLimit = 4096;

const names = { fcm: 'FCM', apns: 'APNs' } as const;

/** What is wrong with a message of so many bytes; undefined where it fits. */
export function tooLargeFor(provider: keyof PayloadSizes, bytes: number): string | undefined {
  if (bytes <= payloadLimit) return undefined;
  return `makes ${bytes} bytes for ${names[provider]}, ${bytes - payloadLimit} more than the ${payloadLimit} it takes`;
}

const anyUuid = '00000000-0000-0000-0000-000000000000';
/** Ids are as long as any others. */
const anyIds: DeliveryIds = { message_id: anyUuid, notification_uuid: anyUuid };

/**
 * How many bytes of a message go to each provider: the data of FCM, the payload of APNs, as JSON in UTF-8, with the ids
 * that every push carries. A `{{name}}` counts as it stands.
 */
export function payloadSizes(notification: CustomNotification): PayloadSizes {
  const { data, apns } = withDeliveryIds(notification, anyIds);
  return { fcm: bytesOf(data), apns: bytesOf(apns.payload) };
}

const bytesOf = (payload: object): number => Buffer.byteLength(JSON.stringify(payload));
