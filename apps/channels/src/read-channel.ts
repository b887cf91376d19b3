import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { channelAnswer, toChannelAnswer } from './channel.model';
import type { ChannelsDeps } from './deps';

export const readChannel = route('GET /channels/v1/channels/:uuid', {
  summary: 'Read a channel',
  scope: 'channels:read',
  resource: 'Channel',
  returns: found(channelAnswer),
  errors: { 404: 'No such channel' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, caller }, { Channel }: ChannelsDeps) {
    const channel = await Channel.findOne({ uuid: params.uuid, ...ownedBy(caller) }).lean();
    if (!channel) throw notFound();
    return toChannelAnswer(channel);
  },
});
