import { object } from '@herald/contracts';
import { csv, route } from '@herald/http';
import type { EventsDeps } from './deps';
import { eventFilterOf, eventFilters } from './event-filter';
import { newestFirst, serviceEvents, type ServiceEvent } from './service-event.model';

const pageSize = 1_000;

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
  async handle({ query, caller }, deps: EventsDeps) {
    return { name: 'service-log.csv', pages: pagesOf(eventFilterOf(caller, query), deps) };
  },
});

/** Each page follows the last record of the one before: records that arrive meanwhile move nothing. */
async function* pagesOf(filter: object, { ServiceEvent }: EventsDeps) {
  let last: ServiceEvent | undefined;
  for (;;) {
    const where = last ? { $and: [filter, after(last)] } : filter;
    const rows = await ServiceEvent.find(where).sort(newestFirst).limit(pageSize).lean();
    if (rows.length > 0) yield rows.map(serviceEvents.toAnswer);
    if (rows.length < pageSize) return;
    last = rows.at(-1)!;
  }
}

const after = ({ created_at, uuid }: ServiceEvent) => ({
  created_at: { $lte: created_at },
  $or: [{ created_at: { $lt: created_at } }, { uuid: { $gt: uuid } }],
});
