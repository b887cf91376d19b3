import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { EventsDeps } from './deps';
import { serviceEvents } from './service-event.model';

export const readServiceEvent = route('GET /events/v1/event/service/:uuid', {
  summary: 'Read a record of the service log',
  scope: 'events:read',
  resource: 'Service Log',
  returns: found(serviceEvents.answer),
  errors: { 404: 'No such record' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, caller }, { ServiceEvent }: EventsDeps) {
    const event = await ServiceEvent.findOne({ uuid: params.uuid, ...ownedBy(caller) }).lean();
    if (!event) throw notFound();
    return serviceEvents.toAnswer(event);
  },
});
