/**
 * The labels of a metric: all values of each, or its series one by one. They bound the number of series, and hold no
 * data of a tenant or a person.
 */
export type Labels = Record<string, readonly string[]> | readonly Record<string, string>[];
/** One value of each label. */
export type LabelValues<L extends Labels> = L extends readonly (infer Series)[]
  ? Series
  : { [Name in keyof L]: L[Name] extends readonly (infer Value)[] ? Value : never };

/** All series of a metric; one without labels. */
export function seriesOf(labels: Labels): Record<string, string>[] {
  if (Array.isArray(labels)) return labels as Record<string, string>[];
  const extend = (some: Record<string, string>[], [name, values]: [string, readonly string[]]) =>
    some.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  return Object.entries(labels as Record<string, readonly string[]>).reduce(extend, [{}]);
}
