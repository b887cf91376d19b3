import { object } from '@herald/contracts';
import { csv, route } from '@herald/http';
import { walkByTime } from '@herald/persistence';
import type { EventsDeps } from './deps';
import { eventFilterOf, eventFilters } from './event-filter';
import { serviceEvents } from './service-event.model';

export const exportServiceEvents = route('GET /events/v1/event/service.csv', {
  summary: 'Download the service log as CSV',
  description: 'All records that match, as in the list and in its order, in one streamed file.',
  scope: 'events:read',
  resource: 'Service Log',
  query: object(eventFilters()),
  company: 'query.company_id',
  returns: csv(serviceEvents.answer),
  errors: { 429: 'Too many downloads of one caller' },
  example: { query: { service: 'company', from_date: '2026-01-01' } },
  async handle({ query, caller }, { ServiceEvent }: EventsDeps) {
    const walk = { filter: eventFilterOf(caller, query), time: 'created_at', key: 'uuid' } as const;
    return { name: 'service-log.csv', pages: walkByTime(ServiceEvent, walk, serviceEvents.toAnswer) };
  },
});
