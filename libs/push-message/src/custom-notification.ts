import { fillTemplate } from './fill-template';
import type { TemplateVariables } from './variables';

export type NotificationButton = { action: string; color: string; text: string; type: string };

/** The JSON text of `notificationBody`. */
export type NotificationBody = {
  text_title: string;
  text_body: string;
  image_url: string;
  isPersistent: boolean;
  isCancelable: boolean;
  min_play_time: string;
  buttons: NotificationButton[];
};

/** The data that an app receives: only texts, as FCM requires; JSON inside is text, too. */
export type PushData = { type: string; reactions: string; notificationBody: string };

/** A message in the form of the push providers. */
export type CustomNotification = {
  priority: 'high' | 'normal';
  data: PushData;
  apns: {
    payload: {
      aps: {
        sound: string;
        category: string;
        'mutable-content': number;
        alert: { title: string; body: string };
        badge: number;
      };
      data: PushData;
    };
  };
};

/** The message of one receiver, with the `{{name}}`s of title and text replaced. */
export function fillNotification(template: CustomNotification, variables: TemplateVariables): CustomNotification {
  const { notificationBody, ...rest } = template.data;
  const body = JSON.parse(notificationBody) as NotificationBody;
  const text_title = fillTemplate(body.text_title, variables);
  const text_body = fillTemplate(body.text_body, variables);
  // Replaced as values and serialized again: no value can break out of the JSON text.
  const data = { ...rest, notificationBody: JSON.stringify({ ...body, text_title, text_body }) };
  const { aps } = template.apns.payload;
  const alert = { title: text_title, body: text_body };
  return { ...template, data, apns: { payload: { aps: { ...aps, alert }, data } } };
}
