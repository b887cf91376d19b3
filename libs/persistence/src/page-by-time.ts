import type { QueryFilter, SortOrder } from 'mongoose';
import type { Model } from './record';
import { maxWindow, windowOf, type Edge, type Timelines } from './timeline';

/** The first key of a sort, a time, newest first; and what is known of how the matches are spread over it. */
export type NewestBy<T> = { time: keyof T & string; timelines: Timelines };

type PageByTime<T> = NewestBy<T> & {
  filter: QueryFilter<T>;
  sort: Record<string, SortOrder>;
  skip: number;
  limit: number;
  /** The number of matches, such as from a cache. */
  total: number;
};

const firstSpanMs = 60_000;
const spanGrowth = 4;
const maxSpans = 12;

/**
 * A page of many matches, newest first, read from a window of time around it: an engine that sorts all matches, or
 * skips over them, then handles those of the window alone.
 */
export async function pageByTime<T>(Collection: Model<T>, page: PageByTime<T>): Promise<T[]> {
  const { filter, time, timelines, sort, skip, limit } = page;
  const between = (since?: Date, until?: Date): QueryFilter<T> => {
    const bounds = { ...(since ? { $gte: since } : {}), ...(until ? { $lt: until } : {}) };
    return (since || until ? { $and: [filter, { [time]: bounds }] } : filter) as QueryFilter<T>;
  };
  const rows = ({ at, rank }: Edge, since?: Date) =>
    Collection.find(between(since, at))
      .sort(sort)
      .skip(skip - rank)
      .limit(limit)
      .lean<T[]>();
  if (skip + limit <= maxWindow) {
    for (const since of momentsBefore(newestOf(page))) {
      const found = await rows({ rank: 0 }, since);
      if (found.length === limit) return found;
    }
    return rows({ rank: 0 });
  }
  const timeline = (await timelines(JSON.stringify(filter)))!;
  const { newer, older } = await windowOf(page, timeline, async (since, until) =>
    Collection.countDocuments(between(since, until)),
  );
  const found = await rows(newer, older.at);
  // Records may have been removed since the timeline was counted.
  return found.length < limit && older.at ? rows(newer) : found;
}

function newestOf<T>({ filter, time }: PageByTime<T>): number {
  const { $lte } = ((filter as Record<string, unknown>)[time] ?? {}) as { $lte?: Date };
  return Math.min(Date.now(), Number($lte ?? Infinity));
}

const momentsBefore = (newest: number) =>
  Array.from({ length: maxSpans }, (_, at) => new Date(newest - firstSpanMs * spanGrowth ** at));
