import { serviceLogged } from '@herald/envelopes';
import { consumer } from '@herald/messaging';
import type { EventsDeps } from './deps';

export const onServiceLogged = consumer({
  name: 'on-service-logged',
  on: serviceLogged,
  prefetch: 100,
  async handle(record, { records }: EventsDeps) {
    await records.add({ ...record, created_at: new Date(record.created_at) });
  },
});
