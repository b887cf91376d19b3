import { serviceLogged } from '@herald/envelopes';
import { consumer } from '@herald/messaging';
import { duplicateKeys } from '@herald/persistence';
import type { EventsDeps } from './deps';

export const onServiceLogged = consumer({
  name: 'on-service-logged',
  on: serviceLogged,
  prefetch: 100,
  async handle(record, { ServiceEvent }: EventsDeps) {
    try {
      await ServiceEvent.create({ ...record, created_at: new Date(record.created_at) });
    } catch (error) {
      // A record that came before is there already.
      if (!duplicateKeys(error)) throw error;
    }
  },
});
