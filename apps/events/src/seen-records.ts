import type { Model } from '@herald/persistence';
import type { ServiceEvent } from './service-event.model';

/** Whose token, and when: `from` is inclusive, `to` is not. */
export type Misuse = { subject: string; from: Date; to: Date };
/** What was read or changed by its id. */
export type Seen = Pick<ServiceEvent, 'service' | 'resource' | 'operation' | 'resource_id' | 'company_id'> & {
  first: Date;
  last: Date;
  times: number;
};

/** The records that a token's subject has read or changed, by the first time; refused requests saw nothing. */
export async function seenRecords(
  { subject, from, to }: Misuse,
  ServiceEvent: Model<ServiceEvent>,
): Promise<{ seen: Seen[]; nameless: number }> {
  const filter = { user_id: subject, result: true, created_at: { $gte: from, $lt: to } };
  const seen = new Map<string, Seen>();
  let nameless = 0;
  for await (const event of ServiceEvent.find(filter).lean<ServiceEvent>().batchSize(1_000).cursor()) {
    const { service, resource, operation, resource_id, company_id, created_at: at, count = 1 } = event;
    if (resource_id === '') nameless += count;
    else {
      const key = JSON.stringify([service, resource, operation, resource_id, company_id]);
      const { first, last, times } = seen.get(key) ?? { first: at, last: at, times: 0 };
      const span = { first: at < first ? at : first, last: at > last ? at : last, times: times + count };
      seen.set(key, { service, resource, operation, resource_id, company_id, ...span });
    }
  }
  return { seen: [...seen.values()].toSorted((one, other) => one.first.getTime() - other.first.getTime()), nameless };
}
