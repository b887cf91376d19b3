import type { AnyRecord } from '@herald/persistence';
import type { Holding } from './holding';

/** Throws for a personal field that no holding covers: an erasure would silently leave it. */
export function requireCoverage(service: string, records: AnyRecord[], holdings: Holding<never>[]): void {
  const left = records.flatMap(({ name: collection, personal }) => {
    const own = holdings.filter((holding) => holding.collection === collection);
    const isCovered = (field: string) => own.some(({ covers }) => covers === 'all' || covers.includes(field));
    return personal.filter((field) => !isCovered(field)).map((field) => `${collection}.${field}`);
  });
  if (left.length > 0) throw new Error(`${service}: no erasure covers ${left.join(', ')}`);
}
