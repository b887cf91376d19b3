import { doneTogether, insertAsTheyAre } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import type { EventsSettings } from './config';
import { serviceEventModel, type ServiceEvent } from './service-event.model';

export type EventsDeps = ReturnType<typeof eventsDeps>;

export function eventsDeps({ database, settings }: ServiceContext<EventsSettings>) {
  const ServiceEvent = serviceEventModel(database);
  // A record that came before is there already.
  const insert = async (records: ServiceEvent[]) => void (await insertAsTheyAre(ServiceEvent, records));
  return {
    ServiceEvent,
    retentionDays: settings.SERVICE_LOG_DAYS,
    records: doneTogether({ work: insert, atOnce: 50, withinMs: 50 }),
  };
}
