import { defineService } from '@herald/service';
import { eventsDeps } from './deps';
import { listServiceEvents } from './list-service-events';
import { onServiceLogged } from './on-service-logged';
import { readServiceEvent } from './read-service-event';

export const service = defineService({
  name: 'events',
  summary: 'The service log: what was written, by whom, and whether it succeeded',
  routes: [listServiceEvents, readServiceEvent],
  consumers: [onServiceLogged],
  deps: eventsDeps,
});
