import { doneTogether, insertAsTheyAre } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { serviceEventModel, type ServiceEvent } from './service-event.model';

export type EventsDeps = ReturnType<typeof eventsDeps>;

export function eventsDeps({ database }: ServiceContext<object>) {
  const ServiceEvent = serviceEventModel(database);
  // A record that came before is there already.
  const keep = async (records: ServiceEvent[]) => void (await insertAsTheyAre(ServiceEvent, records));
  return { ServiceEvent, records: doneTogether({ work: keep, atOnce: 50, withinMs: 50 }) };
}
