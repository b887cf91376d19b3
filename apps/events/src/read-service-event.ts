import { exampleIds } from '@herald/contracts';
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
  example: { params: { uuid: exampleIds.event } },
  async handle({ params, caller }, { ServiceEvent }: EventsDeps) {
    const event = await ServiceEvent.findOne({ uuid: params.uuid, ...ownedBy(caller) }).lean();
    if (!event) throw notFound();
    return serviceEvents.toAnswer(event);
  },
});
