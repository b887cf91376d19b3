import type { ServiceContext } from '@herald/service';
import { serviceEventModel } from './service-event.model';

export type EventsDeps = ReturnType<typeof eventsDeps>;

export function eventsDeps({ database }: ServiceContext<object>) {
  return { ServiceEvent: serviceEventModel(database) };
}
