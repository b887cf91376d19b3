import { onlyCompany, type Caller } from '@herald/auth';
import { byField, created, invalid, route, whenInvalid, type Problem } from '@herald/http';
import { customNotificationOf, assertFits } from './custom-notification';
import type { MessagePersistanceDeps } from './deps';
import { messageRequest, type MessageRequest } from './message-request.schema';
import { messageAnswer, toMessageAnswer, type FactoryMessage } from './message.model';

/** The company of a message: the one it names, or the token's only one. */
const companyIdOf = ({ company_id }: MessageRequest, caller: Caller): string | null =>
  company_id ?? onlyCompany(caller) ?? null;

function factoryMessageOf({ notification_type, data, config, buttons, metadata }: MessageRequest): FactoryMessage {
  return { type: notification_type, data, config, buttons, metadata };
}

const wrongVersion = () => invalid({ errors: 'Invalid notification_version, only core_notifications_v1 valid' });

/** The version comes first, because the rest depends on it. Reactions stay nested under metadata. */
function asDocumented(problems: Problem[]) {
  if (problems.some(({ field }) => field === 'notification_version')) return wrongVersion();
  const isReaction = ({ field }: Problem) => field.startsWith('metadata.reactions');
  const reactions = new Set(problems.filter(isReaction).map(({ message }) => message));
  if (reactions.size === 0) return undefined;
  const others = byField(problems.filter((problem) => !isReaction(problem)));
  return invalid({ errors: { ...others, metadata: { reactions: [...reactions] } } });
}

export const createMessage = route('POST /message-persistance/api/v1/factory', {
  summary: 'Create a notification, dialog, video or banner',
  scope: 'message-persistance:write',
  resource: 'message',
  body: messageRequest,
  company: 'body.company_id',
  idempotent: true,
  guards: [whenInvalid(asDocumented)],
  returns: created(messageAnswer),
  errors: { 422: 'Another notification_version, a wrong field, or more than the 4,096 bytes that push providers take' },
  example: {
    body: {
      notification_version: 'core_notifications_v1',
      notification_type: 'notification',
      data: {
        title: 'Hello {{name}}',
        message: 'Your card is ready',
        media_url: 'https://cdn.example.com/card.png',
        action_color: '#00AA55',
      },
      buttons: { button_1: { type: 'url', action: 'https://example.com/card', text: 'See it', color: '#00AA55' } },
      config: { priority: 'high', cancelable: true, open_app: true },
      values: [],
      metadata: { reactions: ['thumbs_up', 'heart'] },
    },
  },
  async handle({ body, caller, uuid }, { Message, nextId, companyUuid }: MessagePersistanceDeps) {
    const factory_message = factoryMessageOf(body);
    const custom_notification = customNotificationOf(factory_message);
    assertFits(custom_notification);
    const company_id = companyIdOf(body, caller);
    const company_uuid = company_id === null ? null : await companyUuid(company_id);
    const message = { id: await nextId('message'), company_id, company_uuid, factory_message, custom_notification };
    // A retry with the same Idempotency-Key has the same uuid: it finds the message that the first try stored.
    const options = { upsert: true, returnDocument: 'after', lean: true } as const;
    return toMessageAnswer((await Message.findOneAndUpdate({ uuid }, { $setOnInsert: message }, options))!);
  },
});
