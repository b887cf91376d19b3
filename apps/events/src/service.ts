import { defineService } from '@herald/service';
import { config } from './config';
import { eventsDeps } from './deps';
import { listServiceEvents } from './list-service-events';
import { onServiceLogged } from './on-service-logged';
import { readServiceEvent } from './read-service-event';
import { removeExpired } from './remove-expired.job';

export const service = defineService({
  name: 'events',
  summary: 'The service log: all writes, their callers and their results',
  config,
  routes: [listServiceEvents, readServiceEvent],
  consumers: [onServiceLogged],
  jobs: [removeExpired],
  deps: eventsDeps,
});
