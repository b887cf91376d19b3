import { randomUUID } from 'node:crypto';
import type { Installation } from '@herald/testing';

const perCommand = 5_000;
const ofServices = [
  ['campaigns', 'Campaign'],
  ['identification', 'Device'],
  ['company', 'App'],
  ['message-persistance', 'Segment'],
  ['notifications', 'Notification'],
] as const;
const operations = ['create', 'create', 'update', 'read', 'delete'];
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

/**
 * Fills the service log without its indexes, and then builds those of the given names alone: inserted one by one, a
 * million records take ten times as long.
 */
export async function fillServiceLogInBulk(it: Installation, count: number, indexes: string[]): Promise<void> {
  const stored = it.database('events').collection('service_events');
  const declared = await stored.listIndexes().toArray();
  await stored.dropIndexes();
  await fillServiceLog(it, count);
  for (const { name, key } of declared) if (indexes.includes(name)) await stored.createIndex(key, { name });
}

/** Inserts records of the service log of ten companies, half of them of company 1; a record in a hundred is refused. */
export async function fillServiceLog(it: Installation, count: number): Promise<void> {
  const stored = it.database('events').collection('service_events');
  const now = Date.now();
  for (let first = 0; first < count; first += perCommand) {
    const numbers = Array.from({ length: Math.min(perCommand, count - first) }, (_, at) => first + at);
    await stored.insertMany(
      numbers.map((number) => record(number, new Date(now - number * 1_000))),
      { ordered: false },
    );
  }
}

function record(number: number, created_at: Date) {
  const [service, resource] = pick(ofServices, Math.floor(number / 7));
  return {
    uuid: randomUUID(),
    audit_id: '',
    company_id: number % 2 === 0 ? '1' : String(2 + (number % 9)),
    created_at,
    description: `Write of ${resource}`,
    operation: pick(operations, Math.floor(number / 3)),
    relevance: 'low',
    resource,
    resource_id: `record-${number}`,
    resource_id_2: '',
    result: Math.floor(number / 2) % 100 !== 0,
    service,
    user_id: `user-${number % 50}`,
  };
}
