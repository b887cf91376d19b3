import { defineService } from '@herald/service';
import { channels } from './channel.model';
import { coreFeeds } from './core-feed.model';
import { createChannel } from './create-channel';
import { createCoreFeed } from './create-core-feed';
import { channelsDeps } from './deps';
import { listChannels } from './list-channels';
import { listCoreFeeds } from './list-core-feeds';
import { readChannel } from './read-channel';
import { readCoreFeed } from './read-core-feed';

export const service = defineService({
  name: 'channels',
  summary: 'Channels between messages and devices, and the types of messages they carry',
  calls: ['company'],
  records: [channels, coreFeeds],
  routes: { createCoreFeed, listCoreFeeds, readCoreFeed, createChannel, listChannels, readChannel },
  deps: channelsDeps,
});
