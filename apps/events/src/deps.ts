import { batcher } from '@herald/concurrency';
import { bulkInsert, countCache, timelines } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { tombstones } from '@herald/subjects';
import { sweepRequests } from './dead-letters/sweep-request.model';
import { serviceEvents, type ServiceEvent } from './service-event.model';

/** The log only grows, and the pages of a list are turned by hand. */
const countsExpireMs = 60_000;

export type EventsDeps = ReturnType<typeof eventsDeps>;

export function eventsDeps(context: ServiceContext<object>) {
  const { database, openDeadLetters, countDeadLetters, hashValue, metrics, log } = context;
  const ServiceEvent = serviceEvents.model(database);
  const insert = async (records: ServiceEvent[]) => void (await bulkInsert(ServiceEvent, records));
  return {
    ServiceEvent,
    counts: countCache({ expireMs: countsExpireMs }),
    timelines: timelines({ expireMs: countsExpireMs }),
    SweepRequest: sweepRequests.model(database),
    Tombstone: tombstones.model(database),
    ...{ database, hashValue, log },
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
