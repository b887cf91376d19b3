import {
  TooLongToFill,
  fillNotification,
  payloadLimit,
  payloadSizes,
  withDeliveryIds,
  type CustomNotification,
  type TemplateVariables,
} from '@herald/push-message';
import type { ProviderName } from '../providers/provider';

/** With the recipient's variables filled in, the message exceeds the provider's limit. */
export class TooLarge extends Error {}

export type WriteBody = (uuid: string, variables?: TemplateVariables) => string;

const placeholder = '00000000-0000-0000-0000-000000000000';

/** Writes the body for each device of a campaign. The part that all devices share is serialized once. */
export function bodyWriter(provider: ProviderName, notification: CustomNotification, message_id: string): WriteBody {
  const toBody = provider === 'fcm' ? fcmBody : apnsBody;
  const write = (filled: CustomNotification, notification_uuid: string) =>
    JSON.stringify(toBody(withDeliveryIds(filled, { message_id, notification_uuid })));
  const sharedParts = write(fillNotification(notification, {}), placeholder).split(placeholder);
  return (uuid, variables) =>
    variables && Object.keys(variables).length > 0
      ? write(fillWithinLimit(notification, variables, provider), uuid)
      : sharedParts.join(uuid);
}

function fillWithinLimit(
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

/** FCM's message without its token. It has data only, so that the app displays it in any state. */
export function fcmBody({ data, priority }: { data: object; priority: 'high' | 'normal' }): object {
  return { data, android: { priority: priority === 'high' ? 'HIGH' : 'NORMAL' } };
}

const apnsBody = ({ apns }: CustomNotification): object => apns.payload;
