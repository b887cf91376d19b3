import { defineService } from '@herald/service';
import { tombstones } from '@herald/subjects';
import { config } from './config';
import { countDeadLetters } from './dead-letters/count-dead-letters.job';
import { listDeadLetters } from './dead-letters/list-dead-letters';
import { redriveDeadLetters } from './dead-letters/redrive-dead-letters';
import { sweepAgain } from './dead-letters/sweep-again.job';
import { sweepDeadLetters } from './dead-letters/sweep-dead-letters.job';
import { sweepRequests } from './dead-letters/sweep-request.model';
import { eventsDeps } from './deps';
import { exportServiceEvents } from './export-service-events';
import { listServiceEvents } from './list-service-events';
import { onServiceLogged } from './on-service-logged';
import { readServiceEvent } from './read-service-event';
import { personalData } from './personal-data';
import { retention } from './retention';
import { serviceEvents } from './service-event.model';

export const service = defineService({
  name: 'events',
  summary: 'The service log: all writes, their callers and their results; and the messages that were given up',
  needs: ['dead-letters'],
  config,
  records: [serviceEvents, sweepRequests, tombstones],
  routes: { listServiceEvents, exportServiceEvents, readServiceEvent, listDeadLetters, redriveDeadLetters },
  consumers: [onServiceLogged],
  jobs: [countDeadLetters, sweepDeadLetters, sweepAgain],
  personalData,
  retention,
  deps: eventsDeps,
});
