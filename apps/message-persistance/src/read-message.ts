import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { MessagePersistanceDeps } from './deps';
import { messageShape, toMessage, type Message } from './message.model';

export const readMessage = route('GET /message-persistance/api/v1/message/:uuid', {
  summary: 'Read a message and whose it is',
  scope: 'message-persistance:read',
  resource: 'message',
  returns: found(messageShape.keys({ company_id: Joi.string().allow(null) })),
  errors: { 404: 'No such message' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params: { uuid }, caller }, { Message }: MessagePersistanceDeps) {
    const message = await Message.findOne({ uuid, ...ownedBy(caller) }).lean<Message>();
    if (!message) throw notFound();
    return { ...toMessage(message), company_id: message.company_id };
  },
});
