import { companyId, hexColour, httpAddress, text } from '@herald/envelopes';
import Joi from 'joi';
import { emojiHex } from './emoji';

export const messageTypes = ['notification', 'dialog', 'video', 'banner'] as const;
export const buttonTypes = ['url', 'call', 'mail'] as const;

export type MessageType = (typeof messageTypes)[number];
export type Button = { action: string; color?: string; text: string; type: (typeof buttonTypes)[number] };
export type Buttons = { button_1?: Button; button_2?: Button };
export type MessageContent = { title: string; message: string; media_url: string; action_color: string };
export type MessageConfig = {
  priority: 'high' | 'normal';
  persistent: boolean;
  cancelable: boolean;
  play_time: number;
  portrait: boolean;
  auto_play: boolean;
  is_sound: boolean;
  /** Has no default: unless it was sent, it is not there. */
  open_app?: boolean;
};

export type MessageRequest = {
  notification_version: 'core_notifications_v1';
  notification_type: MessageType;
  data: MessageContent;
  buttons: Buttons;
  config: MessageConfig;
  values: [];
  metadata: { reactions: string[] };
  company_id?: string;
};

const longText = () => text(10_000);

const endingOf = { video: /\.mp4$/i, other: /\.(png|jpg)$/i };

/** The path, before any query, tells video from image: nobody is asked for the file itself. */
const endingFits: Joi.CustomValidator<string> = (url, { state, error }) => {
  const { notification_type } = state.ancestors[1] as { notification_type?: unknown };
  const isVideo = notification_type === 'video';
  const fits = endingOf[isVideo ? 'video' : 'other'].test(new URL(url).pathname);
  return fits ? url : error(isVideo ? 'media.video' : 'media.image');
};

const notHttps = 'must be an https address';
const mediaUrl = () =>
  text(2048)
    .uri({ scheme: 'https' })
    .custom(endingFits)
    .description('Ends in .mp4 for a video, in .png or .jpg for the other types, before any query')
    .messages({
      'string.uriCustomScheme': notHttps,
      'any.custom': notHttps,
      'media.video': 'must end in .mp4',
      'media.image': 'must end in .png or .jpg',
    });

const address = (pattern: RegExp, example: string) =>
  text(2048)
    .pattern(pattern)
    .messages({ 'string.pattern.base': `must be an address as ${example}` });
const telephone = () => address(/^tel:\+?[\d*#().-]{1,40}$/, 'tel:+56223456789');
const mailbox = () => address(/^mailto:[^\s@?<>]+@[^\s@?<>]+(\?\S*)?$/, 'mailto:help@example.com');

/** Unknown keys are refused: a button that an app cannot draw is worse than none. */
const button = () =>
  Joi.object<Button>({
    type: Joi.valid(...buttonTypes).required(),
    // An app opens what stands here: nothing but these three kinds of address, never a script or an intent.
    action: Joi.required().when('type', {
      switch: [
        { is: 'url', then: httpAddress() },
        { is: 'call', then: telephone() },
        { is: 'mail', then: mailbox() },
      ],
      otherwise: text(2048),
    }),
    color: hexColour(),
    text: text().required(),
  }).unknown(false);

const flag = () => Joi.boolean().default(false);

const reaction = () =>
  Joi.string()
    .custom((name: string, { error }) => (emojiHex(name) ? name : error('emoji.unknown', { name: name.slice(0, 64) })))
    .messages({ 'emoji.unknown': '{#name} is not the name of an emoji' });
const reactionCount = 'Min 1 and no more than 5 reactions are allowed';

export const messageRequest = Joi.object<MessageRequest>({
  notification_version: Joi.valid('core_notifications_v1').required(),
  notification_type: Joi.valid(...messageTypes).required(),
  data: Joi.object<MessageContent>({
    title: longText().required(),
    message: longText().required(),
    media_url: mediaUrl().required(),
    action_color: hexColour().required(),
  }).required(),
  buttons: Joi.object<Buttons>({ button_1: button(), button_2: button() })
    .with('button_2', 'button_1')
    .unknown(false)
    .default({}),
  config: Joi.object<MessageConfig>({
    priority: Joi.valid('high', 'normal').default('high'),
    persistent: flag(),
    cancelable: flag(),
    play_time: Joi.number().integer().min(0).max(86_400).default(0),
    portrait: flag(),
    auto_play: flag(),
    is_sound: flag(),
    open_app: Joi.boolean(),
  }).default(),
  values: Joi.array().max(0).required(),
  metadata: Joi.object({
    reactions: Joi.array()
      .items(reaction())
      .min(1)
      .max(5)
      .default([])
      .description('Names of emojis, such as thumbs_up, +1, heart, joy')
      .messages({ 'array.min': reactionCount, 'array.max': reactionCount }),
  }).default(),
  company_id: companyId(),
});
