import type { ProjectionType } from 'mongoose';
import type { Model } from './record';

type WalkById<T> = {
  filter: Record<string, unknown>;
  projection?: ProjectionType<T>;
  /** The newest come first. */
  isReversed?: boolean;
  pageSize?: number;
};

/**
 * Walks through all matches in the order of _id, one page in memory at a time. The next page is read when it is asked
 * for: a slow reader holds no cursor open, and one that ends the loop ends the walk.
 */
export async function* walkById<T, Answer>(
  Collection: Model<T>,
  { filter, projection, isReversed = false, pageSize = 1_000 }: WalkById<T>,
  toAnswer: (record: T) => Answer,
): AsyncGenerator<Answer[]> {
  const { _id: range, ...others } = filter;
  const beyond = isReversed ? '$lt' : '$gt';
  let where = filter;
  for (;;) {
    const rows = await Collection.find(where as never, projection)
      .sort({ _id: isReversed ? -1 : 1 })
      .limit(pageSize)
      .lean<(T & { _id: unknown })[]>();
    if (rows.length > 0) yield rows.map(toAnswer);
    if (rows.length < pageSize) return;
    where = { ...others, _id: { ...(range as object), [beyond]: rows.at(-1)!._id } };
  }
}
