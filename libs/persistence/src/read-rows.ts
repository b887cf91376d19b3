import type { Limit } from '@herald/concurrency';
import type { ProjectionType } from 'mongoose';
import type { IndexKey } from './range-counts';
import type { Model } from './record';

export type Row<T> = T & { _id: unknown };
export type RowsFrom<T> = {
  filter: Record<string, unknown>;
  projection?: ProjectionType<T>;
  skip: number;
  limit: number;
  /** The most rows of one command; by default all. */
  slice?: number;
  /** All rows together are far smaller than the 16 MB of one reply: they are not sliced. */
  areSmall?: boolean;
  /** Limits the commands of several readers together; by default each runs at once. */
  turn?: Limit;
};
type Reading = { order: 1 | -1; hint?: IndexKey; maxTimeMs?: number };

/**
 * Rows in the order of _id. Many are read in slices, each a command of its own: a reply of ten thousand rows keeps its
 * process and the engine from all other work for as long as it takes to decode.
 */
export async function readRows<T>(Collection: Model<T>, wanted: RowsFrom<T>, reading: Reading): Promise<Row<T>[]> {
  const { filter, projection, limit, slice = limit, areSmall, turn = (run) => run() } = wanted;
  const readAtOnce = () => turn(() => find(Collection, wanted, reading).select(projection ?? {}));
  if (areSmall || limit <= slice) return readAtOnce();
  const small = { ...wanted, areSmall: true };
  const ids = (await turn(() => find(Collection, small, reading).select({ _id: 1 }))).map(({ _id }) => _id);
  const rows = new Map<string, Row<T>>();
  for (let at = 0; at < ids.length; at += slice) {
    const some = { $and: [filter, { _id: { $in: ids.slice(at, at + slice) } }] };
    const found = await turn(() =>
      Collection.find(some as never, projection)
        .hint({ _id: 1 })
        .lean<Row<T>[]>(),
    );
    for (const row of found) rows.set(String(row._id), row);
  }
  const inOrder = ids.flatMap((id) => rows.get(String(id)) ?? []);
  // Rows that went meanwhile would make a full page look like the last one.
  return inOrder.length === ids.length ? inOrder : readAtOnce();
}

function find<T>(Collection: Model<T>, wanted: RowsFrom<T>, { order, hint, maxTimeMs }: Reading) {
  const { filter, skip, limit, areSmall = false } = wanted;
  const found = Collection.find(filter as never)
    .sort({ _id: order })
    .skip(skip)
    .limit(limit);
  // Some engines keep a cursor with all of the rows for the next reply, at several times the cost of the rows.
  if (areSmall && limit > 0) found.setOptions({ singleBatch: true, batchSize: limit });
  if (hint) found.hint(hint);
  if (maxTimeMs) found.maxTimeMS(maxTimeMs);
  return found.lean<Row<T>[]>();
}
