import { companyId, object, optional } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import { coreFeedView } from './core-feed.model';
import type { ChannelsDeps } from './deps';

export const listCoreFeeds = route('GET /channels/v1/core_feed', {
  summary: 'List core feeds, newest first',
  scope: 'channels:read',
  resource: { success: 'CoreFeed', error: 'Core_feed' },
  query: object({ ...paging(), company_id: optional(companyId()) }),
  company: 'query.company_id',
  returns: pageOf(coreFeedView.answer),
  errors: {},
  example: { query: { company_id: '1' } },
  handle({ query: { page, per_page, ...wanted }, caller }, { CoreFeed }: ChannelsDeps) {
    const filter = { ...ownedBy(caller), ...wanted };
    const sort = { created_at: -1, uuid: 1 } as const;
    return findPage(CoreFeed, { filter, page, per_page, sort }, coreFeedView.toAnswer);
  },
});
