import type { Model } from './record';

/** A range of ids: from one, included, until another one, excluded. */
export type IdRange = { from?: unknown; until?: unknown };
export type IdBounds = {
  /** The number of all records, and of those of a range, when the bounds were found. */
  size: number;
  step: number;
  /** Where each range but the first begins. */
  ids: unknown[];
  /** The first records, and how many these are. */
  head: IdRange;
  headSize: number;
  /** Records from the middle that stand for all. */
  sample: IdRange;
};

const checkIntervalMs = 60_000;
/** A collection that has grown, or shrunk, by this factor is divided again. */
const maxChange = 2;
/** Counts of ranges are cached: their number bounds that memory. */
const maxRanges = 256;
const samplesPerRange = 4;

/**
 * Divides a large collection into ranges of about the same number of records, along _id. The bounds are found in the
 * background: a scan of the index of a million ids takes an engine some seconds. Ids ascend with time, so that new
 * records make new ranges.
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
    const change = bounds ? size / (bounds.step * (bounds.ids.length + 1)) : Infinity;
    const isSimilar = change < maxChange && change > 1 / maxChange && bounds!.ids.length < maxRanges;
    const step = Math.ceil(size / Math.min(maxRanges / 2, Math.max(2, Math.round(size / rangeSize))));
    return (bounds = await findBounds(Collection, isSimilar ? { ...bounds!, size } : { size, step, ids: [] }));
  };
  /** The bounds that are known, and none for a small collection; checks them in the background from time to time. */
  const peek = (): IdBounds | undefined => {
    // A check that fails leaves the bounds as they are: they are right in any case, and at worst uneven.
    if (now() - checkedAt >= checkIntervalMs) find().catch(() => {});
    return bounds;
  };
  return { find, peek };
}

type KnownBounds = Pick<IdBounds, 'size' | 'step' | 'ids'> & Partial<IdBounds>;

/** Adds the bounds after those that are known. */
async function findBounds<T>(Collection: Model<T>, known: KnownBounds): Promise<IdBounds | undefined> {
  const idAfter = async (skip: number, from?: unknown) => {
    const [found] = await Collection.find(withinIds({ from }) as never, { _id: 1 })
      .sort({ _id: 1 })
      .hint({ _id: 1 })
      .skip(skip)
      .limit(1)
      .lean<{ _id: unknown }[]>();
    return found?._id;
  };
  const { size, step } = known;
  const ids = [...known.ids];
  for (let id = await idAfter(step, ids.at(-1)); id !== undefined; id = await idAfter(step, id)) ids.push(id);
  const middle = ids[Math.floor(ids.length / 2)];
  if (middle === undefined) return undefined;
  const headSize = Math.ceil(step / samplesPerRange);
  const head = known.head ?? { until: await idAfter(headSize) };
  const sample = known.sample ?? { from: middle, until: await idAfter(headSize, middle) };
  return { size, step, ids, head, headSize, sample };
}

/** The condition that an id is in a range. */
export function withinIds({ from, until }: IdRange): Record<string, unknown> {
  const limits = { ...(from === undefined ? {} : { $gte: from }), ...(until === undefined ? {} : { $lt: until }) };
  return Object.keys(limits).length === 0 ? {} : { _id: limits };
}
