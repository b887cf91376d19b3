import { retains, type Retention } from '@herald/subjects';
import { serviceEvents } from './service-event.model';

export const retention: Retention<unknown>[] = [
  retains(serviceEvents, { kind: 'service log', setting: 'SERVICE_LOG_DAYS', since: 'created_at' }),
  // The queues of dead letters drop them: libs/messaging.
  { kind: 'dead letters', setting: 'DEAD_LETTER_DAYS' },
];
