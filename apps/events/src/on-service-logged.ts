import { serviceLogged, type ServiceLogRecord } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { retryOnCollision } from '@herald/persistence';
import type { EventsDeps } from './deps';

export const onServiceLogged = consumer({
  name: 'on-service-logged',
  on: serviceLogged,
  /** Their records are inserted together, in a command below the database's limit. */
  prefetch: 50,
  async handle({ records }, deps: EventsDeps) {
    await Promise.all(records.map((record) => store(record, deps)));
  },
});

async function store(record: ServiceLogRecord, { records, ServiceEvent }: EventsDeps): Promise<void> {
  const { count, ...event } = { ...record, created_at: new Date(record.created_at) };
  if (count === undefined) return records.add(event);
  // The count may arrive before the record that it belongs to.
  const raise = { $max: { count }, $setOnInsert: event };
  await retryOnCollision(async () => ServiceEvent.updateOne({ uuid: event.uuid }, raise, { upsert: true }));
}
