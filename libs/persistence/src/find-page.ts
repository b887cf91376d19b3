import type { QueryFilter, SortOrder } from 'mongoose';
import { pageByTime, type NewestBy } from './page-by-time';
import type { Model } from './record';

export type PageRequest<T> = {
  filter: QueryFilter<T>;
  /** Leaves out what matches, which an index of its own finds: few, so that these are counted and not the others. */
  except?: QueryFilter<T>;
  page: number;
  per_page: number;
  sort: Record<string, SortOrder>;
  /** For a sort by time, newest first, of matches that may be many. */
  newestBy?: NewestBy<T>;
  /** Reads the total, such as from a cache; by default the matches are counted. */
  readTotal?: (count: () => Promise<number>) => Promise<number>;
};
export type FoundPage<T> = { data: T[]; page: number; per_page: number; total: number };

/** Fewer matches are sorted as fast as their window of time is found. */
const minManyMatches = 1_000;

/** One page of a collection, as answers show it, and how many match in all; a partial page implies the total. */
export async function findPage<T, Answer>(
  Collection: Model<T>,
  request: PageRequest<T>,
  toAnswer: (record: T) => Answer,
): Promise<FoundPage<Answer>> {
  const { page, per_page, newestBy, readTotal = (count) => count() } = request;
  const readMatches = () => readTotal(() => countMatches(Collection, request));
  const isWhole = (rows: T[]) => page === 1 && rows.length < per_page;
  const answer = (rows: T[], matches: number) => {
    return { data: rows.map(toAnswer), page, per_page, total: isWhole(rows) ? rows.length : matches };
  };
  if (newestBy) {
    const total = await readMatches();
    if (total < minManyMatches) return answer(await readRows(Collection, request), total);
    return answer(await pageByTime(Collection, { ...positionOf(request), ...newestBy, total }), total);
  }
  if (page > 1) return answer(...(await Promise.all([readRows(Collection, request), readMatches()])));
  const rows = await readRows(Collection, request);
  return answer(rows, isWhole(rows) ? rows.length : await readMatches());
}

function positionOf<T>({ filter, except, page, per_page, sort }: PageRequest<T>) {
  const shown: QueryFilter<T> = except ? { ...filter, $nor: [except] } : filter;
  return { filter: shown, sort, skip: (page - 1) * per_page, limit: per_page };
}

function readRows<T>(Collection: Model<T>, request: PageRequest<T>): Promise<T[]> {
  const { filter, sort, skip, limit } = positionOf(request);
  return Collection.find(filter).sort(sort).skip(skip).limit(limit).lean<T[]>();
}

async function countMatches<T>(Collection: Model<T>, { filter, except }: PageRequest<T>): Promise<number> {
  const hidden = except ? Collection.countDocuments({ $and: [filter, except] }) : 0;
  const [all, fewer] = await Promise.all([Collection.countDocuments(filter), hidden]);
  return Math.max(0, all - fewer);
}
