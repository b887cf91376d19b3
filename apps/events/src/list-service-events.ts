import { boolean, companyId, object, optional, text } from '@herald/contracts';
import { between, dateFilter, pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import type { EventsDeps } from './deps';
import { serviceEvents } from './service-event.model';

export const listServiceEvents = route('GET /events/v1/event/service', {
  summary: 'List the service log, newest first',
  scope: 'events:read',
  resource: 'Service Log',
  query: object({
    ...paging(),
    company_id: optional(companyId()),
    service: optional(text()),
    resource: optional(text()),
    operation: optional(text()),
    result: optional(boolean()),
    from_date: optional(dateFilter()),
    until_date: optional(dateFilter()),
  }),
  company: 'query.company_id',
  returns: pageOf(serviceEvents.answer),
  errors: {},
  example: { query: { service: 'company', result: true } },
  async handle({ query, caller }, { ServiceEvent }: EventsDeps) {
    const { page, per_page, from_date, until_date, ...wanted } = query;
    const created_at = between({ from_date, until_date });
    const filter = { ...ownedBy(caller), ...wanted, ...(created_at ? { created_at } : {}) };
    const sort = { created_at: -1, uuid: 1 } as const;
    return findPage(ServiceEvent, { filter, page, per_page, sort }, serviceEvents.toAnswer);
  },
});
