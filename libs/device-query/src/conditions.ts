import { momentsOf } from '@herald/http';
import type { OneOrMany } from './filters';

/** A condition in MongoDB's language. */
export type MongoFilter = Record<string, unknown>;

/** Equal to any of the values. */
export function equalsAny<T>(wanted: OneOrMany<T>): T | { $in: T[] } {
  const values = toList(wanted);
  return values.length === 1 ? values[0]! : { $in: values };
}

/** The distinct values of a filter; none for a filter that is absent. */
export function toList<T>(wanted: OneOrMany<T> | undefined): T[] {
  if (wanted === undefined) return [];
  return Array.isArray(wanted) ? [...new Set(wanted)] : [wanted];
}

/** Within one day or moment, or between two. */
export function within(wanted: OneOrMany<string>): { $gte: Date; $lte: Date } {
  const [from, until = from] = Array.isArray(wanted) ? wanted : [wanted];
  return { $gte: momentsOf(from!)!.first, $lte: momentsOf(until!)!.last };
}
