import type { Model, ProjectionType } from 'mongoose';

export type RowsById<T> = {
  filter: Record<string, unknown>;
  projection?: ProjectionType<T>;
  newestFirst?: boolean;
  skip: number;
  limit: number;
  /** How many match, and how many there are in all, where that is known. */
  known?: { matches: number; all: number };
};

/** When the walk along _id finds less than hoped, the index of the filter serves after all. */
const patienceMs = 200;
const timeExpired = 50;
/** Fetching and sorting a record costs about as much as walking past so many. */
const sortCost = 4;

/**
 * Rows in the order of _id. Few matches are fetched by the filter's index and sorted; of many, the rows are met soon on a walk
 * along _id, which spares the sorting.
 */
export async function rowsById<T>(Collection: Model<T>, wanted: RowsById<T>): Promise<T[]> {
  const { filter, projection, newestFirst = false, skip, limit, known } = wanted;
  const rows = () =>
    Collection.find(filter as never, projection)
      .sort({ _id: newestFirst ? -1 : 1 })
      .skip(skip)
      .limit(limit)
      .lean<T[]>();
  if (!known || !isWalkShorter(known, skip + limit)) return rows();
  try {
    return await rows().hint({ _id: 1 }).maxTimeMS(patienceMs);
  } catch (error) {
    if ((error as { code?: unknown }).code !== timeExpired) throw error;
    return rows();
  }
}

function isWalkShorter({ matches, all }: { matches: number; all: number }, upTo: number): boolean {
  return matches > 0 && (upTo * Math.max(all, matches)) / matches < sortCost * matches;
}
