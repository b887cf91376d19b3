import type { Model, ProjectionType, QueryFilter, SortOrder } from 'mongoose';

export type PageRequest<T> = {
  filter: QueryFilter<T>;
  page: number;
  per_page: number;
  sort: Record<string, SortOrder>;
  projection?: ProjectionType<T>;
};
export type FoundPage<T> = { data: T[]; page: number; per_page: number; total: number };

/** One page of a collection and how many match in all. A page that is not full tells the total itself. */
export async function findPage<T>(
  Collection: Model<T>,
  { filter, page, per_page, sort, projection }: PageRequest<T>,
): Promise<FoundPage<T>> {
  const skip = (page - 1) * per_page;
  const rows = Collection.find(filter, projection).sort(sort).skip(skip).limit(per_page).lean<T[]>();
  if (page > 1) {
    const [data, total] = await Promise.all([rows, Collection.countDocuments(filter)]);
    return { data, page, per_page, total };
  }
  const data = await rows;
  const total = data.length < per_page ? data.length : await Collection.countDocuments(filter);
  return { data, page, per_page, total };
}
