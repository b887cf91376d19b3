import { filled, type Draft } from './draft';

export const payloadLimit = 4_096;
const id = '00000000-0000-0000-0000-000000000000';

/** The bytes of the message for each provider, as the services measure them; the API has the last word. */
export function payloadSizes(draft: Draft, variables: Record<string, string>): { fcm: number; apns: number } {
  const { kind, mediaUrl, color, buttonKind, buttonText, buttonAction } = draft;
  const title = filled(draft.title, variables);
  const body = filled(draft.message, variables);
  const button = { action: buttonAction, color, text: buttonText, type: buttonKind };
  const notificationBody = {
    ...{ text_title: title, text_body: body, image_url: mediaUrl, isPersistent: false, isCancelable: false },
    ...{ min_play_time: '0', buttons: buttonText || buttonAction ? [button] : [] },
  };
  const own = { type: kind, reactions: '[]', notificationBody: JSON.stringify(notificationBody) };
  const data = { ...own, message_id: id, notification_uuid: id };
  const aps = { sound: 'default', category: kind, 'mutable-content': 1, alert: { title, body }, badge: 1 };
  return { fcm: bytesOf(data), apns: bytesOf({ aps, data }) };
}

const bytesOf = (value: object) => new TextEncoder().encode(JSON.stringify(value)).length;
