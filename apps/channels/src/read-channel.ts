import { exampleIds } from '@herald/contracts';
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
  example: { params: { uuid: exampleIds.channel } },
  async handle({ params, caller }, { Channel }: ChannelsDeps) {
    const channel = await Channel.findOne({ uuid: params.uuid, ...ownedBy(caller) }).lean();
    if (!channel) throw notFound();
    return toChannelAnswer(channel);
  },
});
