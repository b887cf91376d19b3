import { between } from '@herald/http';
import type { OneOrMany } from './filters';

/** A condition in MongoDB's language. */
export type MongoFilter = Record<string, unknown>;

/** Any of the values. */
export function anyOf<T>(wanted: OneOrMany<T>): T | { $in: T[] } {
  const values = listOf(wanted);
  return values.length === 1 ? values[0]! : { $in: values };
}

export function listOf<T>(wanted: OneOrMany<T> | undefined): T[] {
  if (wanted === undefined) return [];
  return Array.isArray(wanted) ? [...new Set(wanted)] : [wanted];
}

/** Within one day or moment, or between two. */
export function within(wanted: OneOrMany<string>): { $gte: Date; $lte: Date } {
  const [from, until = from] = Array.isArray(wanted) ? wanted : [wanted];
  return between({ from_date: from, until_date: until }) as { $gte: Date; $lte: Date };
}
