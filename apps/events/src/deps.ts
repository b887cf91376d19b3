import { batcher } from '@herald/concurrency';
import { bulkInsert } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { serviceEvents, type ServiceEvent } from './service-event.model';

export type EventsDeps = ReturnType<typeof eventsDeps>;

export function eventsDeps(context: ServiceContext<object>) {
  const { database, openDeadLetters, countDeadLetters, metrics } = context;
  const ServiceEvent = serviceEvents.model(database);
  const insert = async (records: ServiceEvent[]) => void (await bulkInsert(ServiceEvent, records));
  return {
    ServiceEvent,
    openDeadLetters,
    countDeadLetters,
    deadLetterDepth: metrics
      .gauge({
        name: 'herald_dead_letters',
        help: 'Dead letters of the installation; 0 in processes that do not count them',
        labels: {},
      })
      .at({}),
    records: batcher({ run: insert, maxSize: 50, maxDelayMs: 50 }),
  };
}
