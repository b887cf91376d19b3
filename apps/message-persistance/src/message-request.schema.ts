import {
  anyList,
  boolean,
  companyId,
  hexColour,
  httpAddress,
  integer,
  list,
  object,
  oneOf,
  optional,
  string,
  text,
  withDefault,
  withKeyDefaults,
  type TypeOf,
} from '@herald/contracts';
import type Joi from 'joi';
import { emojiHex } from './emoji';

export const messageType = () => oneOf('notification', 'dialog', 'video', 'banner');
export const buttonType = () => oneOf('url', 'call', 'mail');

const longText = () => text(10_000);

const endingOf = { video: /\.mp4$/i, other: /\.(png|jpg)$/i };

/** The ending of the path tells video from image; the file itself is not fetched. */
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

/** An app opens this address: only these three kinds, never a script or an intent. */
const buttonAction = () =>
  string().when('type', {
    switch: [
      { is: 'url', then: httpAddress() },
      { is: 'call', then: telephone() },
      { is: 'mail', then: mailbox() },
    ],
    otherwise: text(2048),
  });

/** Unknown keys are refused: a button that an app cannot draw is worse than none. */
const button = () =>
  object({ type: buttonType(), action: buttonAction(), color: optional(hexColour()), text: text() }).unknown(false);

const flag = () => withDefault(boolean(), false);

const reaction = () =>
  string()
    .custom((name: string, { error }) => (emojiHex(name) ? name : error('emoji.unknown', { name: name.slice(0, 64) })))
    .messages({ 'emoji.unknown': '{#name} is not the name of an emoji' });
const reactionCount = 'Min 1 and no more than 5 reactions are allowed';

const reactions = () =>
  list(reaction())
    .min(1)
    .max(5)
    .description('Names of emojis, such as thumbs_up, +1, heart, joy')
    .messages({ 'array.min': reactionCount, 'array.max': reactionCount });

const buttons = object({ button_1: optional(button()), button_2: optional(button()) })
  .with('button_2', 'button_1')
  .unknown(false);

const config = {
  priority: withDefault(oneOf('high', 'normal'), 'high'),
  persistent: flag(),
  cancelable: flag(),
  play_time: withDefault(integer().min(0).max(86_400), 0),
  portrait: flag(),
  auto_play: flag(),
  is_sound: flag(),
  /** Has no default: it is absent unless it was sent. */
  open_app: optional(boolean()),
};

/** The input of the message factory. */
export const messageRequest = object({
  notification_version: oneOf('core_notifications_v1'),
  notification_type: messageType(),
  data: object({ title: longText(), message: longText(), media_url: mediaUrl(), action_color: hexColour() }),
  buttons: withDefault(buttons, {}),
  config: withKeyDefaults(object(config)),
  values: anyList().max(0),
  metadata: withKeyDefaults(object({ reactions: withDefault(reactions(), []) })),
  company_id: optional(companyId()),
});
export type MessageRequest = TypeOf<typeof messageRequest>;
