import { exampleIds, nullable, object, string } from '@herald/contracts';
import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { MessagePersistanceDeps } from './deps';
import { messageFields, toMessageAnswer } from './message.model';

export const readMessage = route('GET /message-persistance/api/v1/message/:uuid', {
  summary: 'Read a message and its company',
  scope: 'message-persistance:read',
  resource: 'message',
  returns: found(object({ ...messageFields, company_id: nullable(string()) })),
  errors: { 404: 'No such message' },
  example: { params: { uuid: exampleIds.message } },
  async handle({ params: { uuid }, caller }, { Message }: MessagePersistanceDeps) {
    const message = await Message.findOne({ uuid, ...ownedBy(caller) }).lean();
    if (!message) throw notFound();
    return { ...toMessageAnswer(message), company_id: message.company_id };
  },
});
