import type { Model, ProjectionType } from 'mongoose';

export type Row<T> = T & { _id: unknown };
export type RowsById<T> = {
  filter: Record<string, unknown>;
  projection?: ProjectionType<T>;
  newestFirst?: boolean;
  skip: number;
  limit: number;
  /** Only what comes after the record of this id. */
  after?: string;
  /** How many match, and how many there are in all, where that is known. */
  known?: { matches: number; all: number };
};

/** When the walk along _id finds less than hoped, the index of the filter serves after all. */
const patienceMs = 200;
const patiencePerRowMs = 0.1;
const timeExpired = 50;
/** Fetching and sorting a record costs about as much as walking past so many. */
const sortCost = 4;

/**
 * Rows in the order of _id. Few matches are fetched by the filter's index and sorted; of many, the rows are met soon on a walk
 * along _id, which spares the sorting.
 */
export async function rowsById<T>(Collection: Model<T>, wanted: RowsById<T>): Promise<Row<T>[]> {
  const { filter, projection, newestFirst = false, skip, limit, after, known } = wanted;
  const where = after === undefined ? filter : { ...filter, _id: { $gt: after } };
  const rows = () =>
    Collection.find(where as never, projection)
      .sort({ _id: newestFirst ? -1 : 1 })
      .skip(skip)
      .limit(limit)
      // All at once: a page of thousands is one question, and not one more for every hundred.
      .batchSize(limit + 1)
      .lean<Row<T>[]>();
  if (!known || !isWalkShorter(known, skip + limit)) return rows();
  try {
    return await rows()
      .hint({ _id: 1 })
      .maxTimeMS(patienceMs + patiencePerRowMs * limit);
  } catch (error) {
    if ((error as { code?: unknown }).code !== timeExpired) throw error;
    return rows();
  }
}

function isWalkShorter({ matches, all }: { matches: number; all: number }, upTo: number): boolean {
  return matches > 0 && (upTo * Math.max(all, matches)) / matches < sortCost * matches;
}
