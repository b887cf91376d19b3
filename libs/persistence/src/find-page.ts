import type { QueryFilter, SortOrder } from 'mongoose';
import type { Model } from './record';

export type PageRequest<T> = {
  filter: QueryFilter<T>;
  page: number;
  per_page: number;
  sort: Record<string, SortOrder>;
};
export type FoundPage<T> = { data: T[]; page: number; per_page: number; total: number };

/** One page of a collection, as answers show it, and how many match in all; a partial page implies the total. */
export async function findPage<T, Answer>(
  Collection: Model<T>,
  { filter, page, per_page, sort }: PageRequest<T>,
  toAnswer: (record: T) => Answer,
): Promise<FoundPage<Answer>> {
  const skip = (page - 1) * per_page;
  const rows = async () => (await Collection.find(filter).sort(sort).skip(skip).limit(per_page).lean()).map(toAnswer);
  if (page > 1) {
    const [data, total] = await Promise.all([rows(), Collection.countDocuments(filter)]);
    return { data, page, per_page, total };
  }
  const data = await rows();
  const total = data.length < per_page ? data.length : await Collection.countDocuments(filter);
  return { data, page, per_page, total };
}
