import {
  TooLongToFill,
  fillNotification,
  payloadLimit,
  payloadSizes,
  withDeliveryIds,
  type CustomNotification,
  type TemplateVariables,
} from '@herald/templates';
import type { ProviderName } from './providers/provider';

/** A receiver's message is more than a provider takes, with his variables filled in. */
export class TooLarge extends Error {}

export type WriteBody = (uuid: string, variables?: object) => string;

const noUuid = '00000000-0000-0000-0000-000000000000';

/** Writes what each device of a campaign is sent. What is the same for all is made once. */
export function bodyWriter(provider: ProviderName, notification: CustomNotification, message_id: string): WriteBody {
  const bodyOf = provider === 'fcm' ? fcmBody : apnsBody;
  const write = (filled: CustomNotification, notification_uuid: string) =>
    JSON.stringify(bodyOf(withDeliveryIds(filled, { message_id, notification_uuid })));
  const around = write(fillNotification(notification, {}), noUuid).split(noUuid);
  return (uuid, variables) =>
    variables && Object.keys(variables).length > 0
      ? write(filledWith(notification, variables as TemplateVariables, provider), uuid)
      : around.join(uuid);
}

function filledWith(
  notification: CustomNotification,
  variables: TemplateVariables,
  provider: ProviderName,
): CustomNotification {
  try {
    const filled = fillNotification(notification, variables);
    const bytes = payloadSizes(filled)[provider];
    if (bytes <= payloadLimit) return filled;
    throw new TooLarge(`${bytes} bytes, ${bytes - payloadLimit} more than the ${payloadLimit} that can be sent`);
  } catch (error) {
    throw error instanceof TooLongToFill ? new TooLarge(error.message) : error;
  }
}

/** FCM's message without its token: data alone, so that the app draws it whatever state it is in. */
export function fcmBody({ data, priority }: Pick<CustomNotification, 'data' | 'priority'>): object {
  return { data, android: { priority: priority === 'high' ? 'HIGH' : 'NORMAL' } };
}

const apnsBody = ({ apns }: CustomNotification): object => apns.payload;
