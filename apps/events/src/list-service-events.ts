import { object } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage } from '@herald/persistence';
import type { EventsDeps } from './deps';
import { eventFilterOf, eventFilters } from './event-filter';
import { newestFirst, serviceEvents } from './service-event.model';

export const listServiceEvents = route('GET /events/v1/event/service', {
  summary: 'List the service log, newest first',
  description: 'Totals of 1,000 or more are cached for up to a minute.',
  scope: 'events:read',
  resource: 'Service Log',
  query: object({ ...paging(), ...eventFilters() }),
  company: 'query.company_id',
  returns: pageOf(serviceEvents.answer),
  errors: {},
  example: { query: { service: 'company', result: true } },
  async handle({ query, caller }, { ServiceEvent, counts, timelines }: EventsDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = eventFilterOf(caller, wanted);
    const readTotal = (count: () => Promise<number>) => counts.read(JSON.stringify(filter), count);
    const newestBy = { time: 'created_at', timelines } as const;
    const wantedPage = { filter, page, per_page, sort: newestFirst, newestBy, readTotal };
    return findPage(ServiceEvent, wantedPage, serviceEvents.toAnswer);
  },
});
