import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { asItCame, collection } from '@herald/persistence';
import type { CustomNotification } from '@herald/templates';
import Joi from 'joi';
import { buttonTypes, messageTypes, type Buttons, type MessageConfig, type MessageContent } from './message-request';

/** The input of the factory as it was understood, defaults included. */
export type FactoryMessage = {
  type: (typeof messageTypes)[number];
  data: MessageContent;
  config: MessageConfig;
  buttons: Buttons;
  metadata: { reactions: string[] };
};

export type Message = {
  id: number;
  uuid: string;
  /** Null: of no company, and seen by those who hold all of them. */
  company_id: string | null;
  company_uuid: string | null;
  factory_message: FactoryMessage;
  custom_notification: CustomNotification;
  created_at: Date;
  updated_at: Date;
};

export const messageModel = collection<Message>('messages', {
  fields: {
    id: Number,
    uuid: String,
    company_id: String,
    company_uuid: String,
    factory_message: asItCame,
    custom_notification: asItCame,
  },
  indexes: [
    [{ id: 1 }, { unique: true }],
    [{ uuid: 1 }, { unique: true }],
  ],
  timestamps: true,
});

const pushData = shape({
  type: Joi.valid(...messageTypes),
  reactions: Joi.string().description(
    'JSON text: objects {reaction_name, emoji_hex}; several code points of one emoji are joined by a space',
  ),
  notificationBody: Joi.string().description(
    'JSON text: text_title, text_body, image_url, isPersistent, isCancelable, min_play_time, buttons',
  ),
});

const customNotification = shape({
  priority: Joi.valid('high', 'normal'),
  data: pushData,
  apns: shape({
    payload: shape({
      aps: shape({
        sound: Joi.string(),
        category: Joi.string(),
        'mutable-content': Joi.number().integer(),
        alert: shape({ title: Joi.string(), body: Joi.string() }),
        badge: Joi.number().integer(),
      }),
      data: pushData,
    }),
  }),
});

const button = () =>
  shape({
    action: Joi.string(),
    color: Joi.string().optional(),
    text: Joi.string(),
    type: Joi.valid(...buttonTypes),
  }).optional();

const factoryMessage = shape({
  type: Joi.valid(...messageTypes),
  data: shape({ title: Joi.string(), message: Joi.string(), media_url: Joi.string(), action_color: Joi.string() }),
  config: shape({
    priority: Joi.valid('high', 'normal'),
    persistent: Joi.boolean(),
    cancelable: Joi.boolean(),
    play_time: Joi.number().integer(),
    portrait: Joi.boolean(),
    auto_play: Joi.boolean(),
    is_sound: Joi.boolean(),
    open_app: Joi.boolean().optional(),
  }),
  buttons: shape({ button_1: button(), button_2: button() }),
  metadata: shape({ reactions: Joi.array().items(Joi.string().optional()) }),
});

export const messageShape = shape({
  id: Joi.number().integer(),
  uuid: Joi.string(),
  custom_notification: customNotification,
  values: Joi.array().max(0),
  status: Joi.boolean(),
  type_notification: Joi.valid(...messageTypes),
  disposable: Joi.boolean(),
  factory_message: factoryMessage,
  company_uuid: Joi.string().allow(null),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** A message as answers show it. */
export function toMessage({ id, uuid, custom_notification, factory_message, company_uuid, ...rest }: Message) {
  const { created_at, updated_at } = rest;
  const always = { values: [], status: true, disposable: false };
  const type_notification = factory_message.type;
  const content = { custom_notification, ...always, type_notification, factory_message };
  return { id, uuid, ...content, company_uuid, created_at, updated_at };
}
