import { boolean, object, withDefault } from '@herald/contracts';
import { created, route } from '@herald/http';
import { newChannelAnswer, toNewChannelAnswer } from './channel.model';
import type { ChannelsDeps } from './deps';
import { blankMessage, filledCompanyId, filledText, optionalText } from './filled';

const dataSource = object({
  source: filledText(),
  id_1_name: filledText(),
  id_1: filledText(),
  id_2_name: optionalText(),
  id_2: optionalText(),
});

export const createChannel = route('POST /channels/v1/channels', {
  summary: 'Create a channel between messages and devices',
  scope: 'channels:write',
  resource: 'Channel',
  body: object({
    company_id: filledCompanyId(),
    app_id: optionalText(),
    name: filledText(),
    message_type: filledText(),
    logged_required: withDefault(boolean(), false),
    data_source: dataSource.empty(null).messages({ 'any.required': blankMessage }),
  }),
  company: 'body.company_id',
  returns: created(newChannelAnswer),
  errors: { 422: 'A field is blank or wrong, or the company does not exist' },
  example: {
    body: {
      company_id: '1',
      app_id: '1',
      name: 'Offers',
      message_type: 'notification',
      logged_required: true,
      data_source: { source: 'message-persistance', id_1_name: 'message_id', id_1: 'b5b3c1de' },
    },
  },
  async handle({ body, uuid }, { Channel, assertCompanyExists }: ChannelsDeps) {
    await assertCompanyExists(body.company_id);
    const now = new Date();
    const times = { created_at: now, updated_at: now };
    const channel = { ...body, ...times, uuid, data_source: { ...body.data_source, ...times } };
    return toNewChannelAnswer(await Channel.create(channel));
  },
});
