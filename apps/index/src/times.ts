/** When the newest word on each thing of a record was spoken. */
export type Said = Record<string, Date>;
export type Word<T> = { news: { [Name in keyof T]?: T[Name] | null }; at: Date; under?: string };

/**
 * Takes over what is newer than what is known. Undefined says nothing of a thing, null that it is gone. Whatever comes
 * twice, late or in another order, the outcome is the same.
 */
export function takeNewer<T extends object>(
  known: T,
  said: Said,
  { news, at, under = '' }: Word<T>,
): { known: T; said: Said } {
  const isNew = ([name, value]: [string, unknown]) =>
    value !== undefined && !((said[under + name]?.getTime() ?? -Infinity) >= at.getTime());
  const fresh = Object.entries(news).filter(isNew);
  if (fresh.length === 0) return { known, said };
  const gone = new Set(fresh.filter(([, value]) => value === null).map(([name]) => name));
  const values = Object.entries({ ...known, ...Object.fromEntries(fresh) }).filter(([name]) => !gone.has(name));
  const now = fresh.map(([name]) => [under + name, at] as const);
  return { known: Object.fromEntries(values) as T, said: { ...said, ...Object.fromEntries(now) } };
}

export const earlier = (one: Date, other: Date): Date => (one <= other ? one : other);
export const later = (one: Date, other: Date): Date => (one >= other ? one : other);
