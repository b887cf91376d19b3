import type { Model } from './record';

/** A range of ids: from one, included, until another one, excluded. */
export type IdRange = { from?: unknown; until?: unknown };
export type IdBounds = {
  /** The number of records when the bounds were found. */
  size: number;
  /** Where each range but the first begins. */
  ids: unknown[];
  /** The first records, and how many these are. */
  head: IdRange;
  headSize: number;
  /** Records from the middle that stand for all. */
  sample: IdRange;
};

const checkIntervalMs = 60_000;
/** Bounds are found again once a collection has grown, or shrunk, by this factor. */
const growth = 1.25;
const samplesPerRange = 4;

/**
 * Divides a large collection into ranges of about the same number of records, along _id. The bounds are found in the
 * background: a walk through the index of a million ids takes an engine some seconds.
 */
export function idRanges<T>(
  Collection: Model<T>,
  { minSize = 100_000, rangeSize = 16_000, now = () => performance.now() } = {},
) {
  let bounds: IdBounds | undefined;
  let checkedAt = -Infinity;

  const find = async (): Promise<IdBounds | undefined> => {
    checkedAt = now();
    const size = await Collection.estimatedDocumentCount();
    if (size < minSize) return (bounds = undefined);
    const change = bounds ? size / bounds.size : Infinity;
    if (change > growth || change < 1 / growth) bounds = await findBounds(Collection, size, rangeSize);
    return bounds;
  };
  /** The bounds that are known, and none for a small collection; checks them in the background from time to time. */
  const peek = (): IdBounds | undefined => {
    // A check that fails leaves the bounds as they are: they are right in any case, and at worst uneven.
    if (now() - checkedAt >= checkIntervalMs) find().catch(() => {});
    return bounds;
  };
  return { find, peek };
}

async function findBounds<T>(Collection: Model<T>, size: number, rangeSize: number): Promise<IdBounds | undefined> {
  const idAfter = async (skip: number, from?: unknown) => {
    const [found] = await Collection.find(withinIds({ from }) as never, { _id: 1 })
      .sort({ _id: 1 })
      .hint({ _id: 1 })
      .skip(skip)
      .limit(1)
      .lean<{ _id: unknown }[]>();
    return found?._id;
  };
  const step = Math.ceil(size / Math.max(2, Math.round(size / rangeSize)));
  const sampleSize = Math.ceil(step / samplesPerRange);
  const ids: unknown[] = [];
  for (let id = await idAfter(step); id !== undefined; id = await idAfter(step, id)) ids.push(id);
  const middle = ids[Math.floor(ids.length / 2)];
  if (middle === undefined) return undefined;
  const [head, sample] = [await idAfter(sampleSize), await idAfter(sampleSize, middle)];
  return { size, ids, head: { until: head }, headSize: sampleSize, sample: { from: middle, until: sample } };
}

/** The condition that an id is in a range. */
export function withinIds({ from, until }: IdRange): Record<string, unknown> {
  const limits = { ...(from === undefined ? {} : { $gte: from }), ...(until === undefined ? {} : { $lt: until }) };
  return Object.keys(limits).length === 0 ? {} : { _id: limits };
}
