import {
  anyList,
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  string,
  type TypeOf,
} from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { buttonType, messageType } from './message-request.schema';

const pushData = object({
  type: messageType(),
  reactions: string().description(
    'JSON text: objects {reaction_name, emoji_hex}; several code points of one emoji are joined by a space',
  ),
  notificationBody: string().description(
    'JSON text: text_title, text_body, image_url, isPersistent, isCancelable, min_play_time, buttons',
  ),
});

const customNotification = object({
  priority: oneOf('high', 'normal'),
  data: pushData,
  apns: object({
    payload: object({
      aps: object({
        sound: string(),
        category: string(),
        'mutable-content': integer(),
        alert: object({ title: string(), body: string() }),
        badge: integer(),
      }),
      data: pushData,
    }),
  }),
});

const button = object({ action: string(), color: optional(string()), text: string(), type: buttonType() });

/** The input of the factory, with its defaults. */
const factoryMessage = object({
  type: messageType(),
  data: object({ title: string(), message: string(), media_url: string(), action_color: string() }),
  config: object({
    priority: oneOf('high', 'normal'),
    persistent: boolean(),
    cancelable: boolean(),
    play_time: integer(),
    portrait: boolean(),
    auto_play: boolean(),
    is_sound: boolean(),
    open_app: optional(boolean()),
  }),
  buttons: object({ button_1: optional(button), button_2: optional(button) }),
  metadata: object({ reactions: list(string()) }),
});
export type FactoryMessage = TypeOf<typeof factoryMessage>;

/** Notification messages. */
export const messages = record('messages', {
  fields: {
    id: integer(),
    uuid: string(),
    factory_message: factoryMessage,
    custom_notification: customNotification,
    company_uuid: nullable(string()),
  },
  internal: {
    /** Null: of no company, and visible to callers that hold all companies. */
    company_id: nullable(string()),
  },
  personal: [],
  impersonal: ['id', 'uuid', 'factory_message', 'custom_notification', 'company_uuid', 'company_id'],
  indexes: [
    [{ id: 1 }, { unique: true }],
    [{ uuid: 1 }, { unique: true }],
  ],
  timestamps: true,
});
export type Message = Stored<typeof messages>;

/** What the contract adds to a stored message. */
const always = { values: [], status: true, disposable: false };

export const messageFields = {
  ...messages.fields,
  values: anyList().max(0),
  status: boolean(),
  disposable: boolean(),
  type_notification: messageType(),
};
export const messageAnswer = object(messageFields);

export const toMessageAnswer = (message: Message): TypeOf<typeof messageAnswer> => ({
  ...messages.toAnswer(message),
  ...always,
  type_notification: message.factory_message.type,
});
