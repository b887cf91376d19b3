import { invalid } from '@herald/http';
import {
  payloadSizes,
  tooLargeFor,
  type CustomNotification,
  type NotificationBody,
  type NotificationButton,
} from '@herald/push-message';
import { emojiHex } from './emoji';
import type { FactoryMessage } from './message.model';

/** A message in the form of the push providers: for Android in `data`, for iOS in `apns`. */
export function customNotificationOf(message: FactoryMessage): CustomNotification {
  const { type, data: content, config, metadata } = message;
  const reactions = metadata.reactions.map((name) => ({ reaction_name: name, emoji_hex: emojiHex(name) }));
  const data = {
    type,
    reactions: JSON.stringify(reactions),
    notificationBody: JSON.stringify(notificationBodyOf(message)),
  };
  const alert = { title: content.title, body: content.message };
  const aps = { sound: 'default', category: type, 'mutable-content': 1, alert, badge: 1 };
  return { priority: config.priority, data, apns: { payload: { aps, data } } };
}

function notificationBodyOf({ type, data, config, buttons }: FactoryMessage): NotificationBody {
  const { title, message, media_url, action_color } = data;
  const sent = [buttons.button_1, buttons.button_2].filter((button) => button !== undefined);
  const drawn = sent.map(({ action, color = action_color, text, type }) => ({ action, color, text, type }));
  const openApp: NotificationButton = { action: '', color: action_color, text: 'Open app', type: 'open_app' };
  return {
    text_title: title,
    text_body: message,
    image_url: media_url,
    isPersistent: config.persistent,
    isCancelable: config.cancelable,
    min_play_time: String(config.play_time),
    buttons: config.open_app && type === 'notification' ? [openApp, ...drawn] : drawn,
  };
}

/** Throws 422 for a message that is too large for a provider. */
export function assertFits(notification: CustomNotification): void {
  const sizes = payloadSizes(notification);
  const problems = (['fcm', 'apns'] as const).flatMap((name) => tooLargeFor(name, sizes[name]) ?? []);
  if (problems.length > 0) throw invalid({ errors: { custom_notification: problems } });
}
