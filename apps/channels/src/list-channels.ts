import { companyId, object, optional, text } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import { channelAnswer, toChannelAnswer } from './channel.model';
import type { ChannelsDeps } from './deps';

export const listChannels = route('GET /channels/v1/channels', {
  summary: 'List channels, newest first',
  scope: 'channels:read',
  resource: 'Channel',
  query: object({ ...paging(), company_id: optional(companyId()), app_id: optional(text()) }),
  company: 'query.company_id',
  returns: pageOf(channelAnswer),
  errors: {},
  example: { query: { company_id: '1', app_id: '1' } },
  handle({ query: { page, per_page, ...wanted }, caller }, { Channel }: ChannelsDeps) {
    const filter = { ...ownedBy(caller), ...wanted };
    return findPage(Channel, { filter, page, per_page, sort: { created_at: -1, uuid: 1 } }, toChannelAnswer);
  },
});
