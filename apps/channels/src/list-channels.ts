import { companyId, text } from '@herald/envelopes';
import { pageOf, paging, route, type Paged } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import Joi from 'joi';
import { channelShape, toChannel, type Channel } from './channel.model';
import type { ChannelsDeps } from './deps';

type Wanted = { company_id?: string; app_id?: string };

export const listChannels = route('GET /channels/v1/channels', {
  summary: 'List channels, newest first',
  scope: 'channels:read',
  resource: 'Channel',
  query: Joi.object<Paged & Wanted>({ ...paging(), company_id: companyId(), app_id: text() }),
  company: 'query.company_id',
  returns: pageOf(channelShape),
  errors: {},
  example: { query: { company_id: '1', app_id: '1' } },
  async handle({ query, caller }, { Channel }: ChannelsDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    const channels = await findPage<Channel>(Channel, { filter, page, per_page, sort: { created_at: -1, uuid: 1 } });
    return { ...channels, data: channels.data.map(toChannel) };
  },
});
