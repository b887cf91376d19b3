import { companyId } from '@herald/envelopes';
import { pageOf, paging, route, type Paged } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import Joi from 'joi';
import { coreFeedShape, toCoreFeed, type CoreFeed } from './core-feed.model';
import type { ChannelsDeps } from './deps';

export const listCoreFeeds = route('GET /channels/v1/core_feed', {
  summary: 'List core feeds, newest first',
  scope: 'channels:read',
  resource: 'CoreFeed',
  errorResource: 'Core_feed',
  query: Joi.object<Paged & { company_id?: string }>({ ...paging(), company_id: companyId() }),
  company: 'query.company_id',
  returns: pageOf(coreFeedShape),
  errors: {},
  example: { query: { company_id: '1' } },
  async handle({ query, caller }, { CoreFeed }: ChannelsDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    const feeds = await findPage<CoreFeed>(CoreFeed, { filter, page, per_page, sort: { created_at: -1, uuid: 1 } });
    return { ...feeds, data: feeds.data.map(toCoreFeed) };
  },
});
