import type { QueryFilter } from 'mongoose';
import type { Model } from './record';

type WalkByTime<T> = {
  filter: QueryFilter<T>;
  /** Sorted by this time, newest first. */
  time: keyof T & string;
  /** And by this unique field where times are equal. */
  key: keyof T & string;
  pageSize?: number;
};

const firstSpanMs = 60_000;
const spanGrowth = 8;
/** Longer than any retention: the last span has no end. */
const maxSpanMs = 100 * 365 * 86_400_000;

/**
 * Walks through all matches, newest first, one page in memory at a time. Each page follows the last record of the one
 * before: records that arrive meanwhile move nothing. The last page's span of time tells where the next one ends, so
 * that an engine which sorts all matches sorts those of a span alone.
 */
export async function* walkByTime<T, Answer>(
  Collection: Model<T>,
  { filter, time, key, pageSize = 1_000 }: WalkByTime<T>,
  toAnswer: (record: T) => Answer,
): AsyncGenerator<Answer[]> {
  const timeOf = (record: T) => (record[time] as Date).getTime();
  let last: T | undefined;
  let from = Date.now();
  let spanMs = firstSpanMs;
  for (;;) {
    const since = spanMs < maxSpanMs ? { [time]: { $gte: new Date(from - spanMs) } } : {};
    const where = { $and: [filter, since, last ? after(last, { time, key }) : {}] } as QueryFilter<T>;
    const rows = await Collection.find(where)
      .sort({ [time]: -1, [key]: 1 })
      .limit(pageSize)
      .lean<T[]>();
    last = rows.at(-1) ?? last;
    if (rows.length > 0) yield rows.map(toAnswer);
    if (rows.length === pageSize) {
      const to = timeOf(last!);
      spanMs = Math.max(firstSpanMs, 2 * (from - to));
      from = to;
    } else {
      if (spanMs >= maxSpanMs) return;
      from -= spanMs;
      spanMs *= spanGrowth;
    }
  }
}

const after = <T>(last: T, { time, key }: { time: keyof T & string; key: keyof T & string }) => ({
  [time]: { $lte: last[time] },
  $or: [{ [time]: { $lt: last[time] } }, { [key]: { $gt: last[key] } }],
});
