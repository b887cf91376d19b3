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
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, caller }, { CoreFeed }: ChannelsDeps) {
    const feed = await CoreFeed.findOne({ uuid: params.uuid, ...ownedBy(caller) }).lean();
    if (!feed) throw notFound();
    return coreFeedView.toAnswer(feed);
  },
});
