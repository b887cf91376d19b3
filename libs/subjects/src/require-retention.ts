import type { AnyRecord } from '@herald/persistence';
import type { Retention } from './retention';

/** Throws for a record with personal fields that would stay forever in silence, and for a search without an index. */
export function requireRetention(service: string, records: AnyRecord[], retention: Retention<never>[]): void {
  const silent = records.filter(
    ({ name, personal }) => personal.length > 0 && !retention.some(({ collection }) => collection === name),
  );
  if (silent.length > 0)
    throw new Error(`${service}: nothing says how long ${silent.map(({ name }) => name).join(', ')} is kept`);
  for (const { kind, collection, finds } of retention) {
    if (collection === undefined) continue;
    const record = records.find(({ name }) => name === collection);
    if (!record) throw new Error(`${service}: there is no record ${collection}`);
    if (finds && !record.indexes.some((index) => isFoundBy(index, finds)))
      throw new Error(`${service}: no index of ${collection} finds what is due of ${kind}`);
  }
}

/** The index begins with the fields, or holds only the records with some of them. */
function isFoundBy([key, options]: AnyRecord['indexes'][number], fields: readonly string[]): boolean {
  const partial = Object.keys(options?.partialFilterExpression ?? {});
  const left = fields.filter((field) => !partial.includes(field));
  return left.every((field, at) => Object.keys(key)[at] === field);
}
