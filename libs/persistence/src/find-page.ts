import type { QueryFilter, SortOrder } from 'mongoose';
import type { Model } from './record';

export type PageRequest<T> = {
  filter: QueryFilter<T>;
  /** Leaves out what matches, which an index of its own finds: few, so that these are counted and not the others. */
  except?: QueryFilter<T>;
  page: number;
  per_page: number;
  sort: Record<string, SortOrder>;
  /** Reads the total, such as from a cache; by default the matches are counted. */
  readTotal?: (count: () => Promise<number>) => Promise<number>;
};
export type FoundPage<T> = { data: T[]; page: number; per_page: number; total: number };

/** One page of a collection, as answers show it, and how many match in all; a partial page implies the total. */
export async function findPage<T, Answer>(
  Collection: Model<T>,
  { filter, except, page, per_page, sort, readTotal = (count) => count() }: PageRequest<T>,
  toAnswer: (record: T) => Answer,
): Promise<FoundPage<Answer>> {
  const skip = (page - 1) * per_page;
  const shown = except ? { ...filter, $nor: [except] } : filter;
  const rows = async () => (await Collection.find(shown).sort(sort).skip(skip).limit(per_page).lean()).map(toAnswer);
  const count = async () => {
    const hidden = except ? Collection.countDocuments({ $and: [filter, except] }) : 0;
    const [all, fewer] = await Promise.all([Collection.countDocuments(filter), hidden]);
    return Math.max(0, all - fewer);
  };
  if (page > 1) {
    const [data, total] = await Promise.all([rows(), readTotal(count)]);
    return { data, page, per_page, total };
  }
  const data = await rows();
  const total = data.length < per_page ? data.length : await readTotal(count);
  return { data, page, per_page, total };
}
