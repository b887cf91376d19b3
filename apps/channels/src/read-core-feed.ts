import { exampleIds } from '@herald/contracts';
import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { coreFeedView } from './core-feed.model';
import type { ChannelsDeps } from './deps';

export const readCoreFeed = route('GET /channels/v1/core_feed/:uuid', {
  summary: 'Read a core feed',
  scope: 'channels:read',
  resource: { success: 'CoreFeed', error: 'Core_feed' },
  returns: found(coreFeedView.answer),
  errors: { 404: 'No such core feed' },
  example: { params: { uuid: exampleIds.feed } },
  async handle({ params, caller }, { CoreFeed }: ChannelsDeps) {
    const feed = await CoreFeed.findOne({ uuid: params.uuid, ...ownedBy(caller) }).lean();
    if (!feed) throw notFound();
    return coreFeedView.toAnswer(feed);
  },
});
