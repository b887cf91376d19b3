import type { CustomNotification } from './custom-notification';

export type PayloadSizes = { fcm: number; apns: number };

/** The most bytes that FCM and APNs take of one message. */
export const payloadLimit = 4096;

/** How many bytes of a message go to each provider: the data of FCM, the payload of APNs, as JSON in UTF-8. */
export function payloadSizes({ data, apns }: CustomNotification): PayloadSizes {
  return { fcm: bytesOf(data), apns: bytesOf(apns.payload) };
}

const bytesOf = (payload: object): number => Buffer.byteLength(JSON.stringify(payload));
