import { companyId, text } from '@herald/envelopes';
import { between, dateFilter, pageOf, paging, route, type DateRange, type Paged } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { EventsDeps } from './deps';
import { serviceEventShape, toServiceEvent, type ServiceEvent } from './service-event.model';

type Wanted = Partial<Pick<ServiceEvent, 'company_id' | 'service' | 'resource' | 'operation' | 'result'>>;

export const listServiceEvents = route('GET /events/v1/event/service', {
  summary: 'List the service log, newest first',
  scope: 'events:read',
  resource: 'Service Log',
  query: Joi.object<Paged & DateRange & Wanted>({
    ...paging(),
    company_id: companyId(),
    service: text(),
    resource: text(),
    operation: text(),
    result: Joi.boolean(),
    from_date: dateFilter(),
    until_date: dateFilter(),
  }),
  company: 'query.company_id',
  returns: pageOf(serviceEventShape),
  errors: {},
  example: { query: { service: 'company', result: true } },
  async handle({ query, caller }, { ServiceEvent }: EventsDeps) {
    const { page, per_page, from_date, until_date, ...wanted } = query;
    const created_at = between({ from_date, until_date });
    const filter = { ...ownedBy(caller), ...wanted, ...(created_at ? { created_at } : {}) };
    const events = await findPage<ServiceEvent>(ServiceEvent, {
      filter,
      page,
      per_page,
      sort: { created_at: -1, uuid: 1 },
    });
    return { ...events, data: events.data.map(toServiceEvent) };
  },
});
