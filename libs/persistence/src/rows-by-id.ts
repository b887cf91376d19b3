import { readRows, type Row, type RowsFrom } from './read-rows';
import type { Model } from './record';

export type RowsById<T> = RowsFrom<T> & {
  /** Only records after this id. */
  after?: string;
  /** The number of matches and of all records, where known. */
  known?: { matches: number; all: number };
};

/** The scan along _id falls back to the filter's index after this time. */
const scanTimeoutMs = 200;
const scanTimeoutPerRowMs = 0.1;
const timeExpired = 50;
/** Fetching and sorting one record costs about as much as scanning past this many. */
export const sortCost = 4;

/**
 * Rows in the order of _id. Few matches are fetched by the filter's index and sorted; many matches are found by a scan
 * along _id, which needs no sort and begins at the nearer end.
 */
export async function rowsById<T>(Collection: Model<T>, wanted: RowsById<T>): Promise<Row<T>[]> {
  if (isNearerToEnd(wanted)) return (await readInOrder(Collection, fromEnd(wanted), -1)).reverse();
  return readInOrder(Collection, wanted, 1);
}

type BeyondMiddle<T> = RowsById<T> & Required<Pick<RowsById<T>, 'known'>>;

const isNearerToEnd = <T>(wanted: RowsById<T>): wanted is BeyondMiddle<T> =>
  wanted.after === undefined && wanted.known !== undefined && wanted.skip > wanted.known.matches / 2;

/** The same page, counted from the last match. */
function fromEnd<T>(wanted: BeyondMiddle<T>): RowsById<T> {
  const left = Math.max(0, wanted.known.matches - wanted.skip);
  return { ...wanted, skip: Math.max(0, left - wanted.limit), limit: Math.min(wanted.limit, left) };
}

async function readInOrder<T>(Collection: Model<T>, wanted: RowsById<T>, order: 1 | -1): Promise<Row<T>[]> {
  const { filter, skip, limit, after, known } = wanted;
  const rows = after === undefined ? wanted : { ...wanted, filter: { ...filter, _id: { $gt: after } } };
  if (!known || !isScanCheaper(known, skip + limit)) return readRows(Collection, rows, { order });
  try {
    const maxTimeMs = scanTimeoutMs + scanTimeoutPerRowMs * limit;
    return await readRows(Collection, rows, { order, hint: { _id: 1 }, maxTimeMs });
  } catch (error) {
    if ((error as { code?: unknown }).code !== timeExpired) throw error;
    return readRows(Collection, rows, { order });
  }
}

function isScanCheaper({ matches, all }: { matches: number; all: number }, upTo: number): boolean {
  return matches > 0 && (upTo * Math.max(all, matches)) / matches < sortCost * matches;
}
