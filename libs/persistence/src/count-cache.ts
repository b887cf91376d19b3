/** A total, alone or with what else counting it tells. */
type Counted = number | { total: number };
export type CountCache<Count extends Counted = number> = ReturnType<typeof countCache<Count>>;
type Entry<Count> = { count?: Count; countedAt: number; counting?: Promise<Count> };

/** A total of the age `freshMs` is counted again in the background when it is read. */
const ages = { freshMs: 2_000, expireMs: 6_000 };
/** Counting a total of this size takes an engine half a second, and it changes little meanwhile. */
const minHugeTotal = 100_000;
const agesOfHuge = { freshMs: 10_000, expireMs: 60_000 };
const maxEntries = 1_000;
/** Smaller totals are not cached: counting them is cheap, and a short list should be exact. */
const minCachedTotal = 1_000;

/**
 * Caches the totals of large results for some seconds by their filters. The key must contain all that decides, above
 * all the tenant. Concurrent reads of one key share a count.
 */
export function countCache<Count extends Counted = number>({
  expireMs = ages.expireMs,
  now = () => performance.now(),
} = {}) {
  const entries = new Map<string, Entry<Count>>();
  const agesOf = (total: number) => (total < minHugeTotal ? { ...ages, expireMs } : agesOfHuge);

  const peek = (key: string): Count | undefined => {
    const { count, countedAt } = entries.get(key) ?? { countedAt: 0 };
    return count !== undefined && now() - countedAt < agesOf(totalOf(count)).expireMs ? count : undefined;
  };
  const refresh = (key: string, countAgain: CountAgain<Count>): Promise<Count> => {
    const entry: Entry<Count> = entries.get(key) ?? { countedAt: now() };
    if (entry.counting) return entry.counting;
    if (!entries.has(key) && entries.size >= maxEntries) entries.delete(entries.keys().next().value!);
    entries.set(key, entry);
    const countedAt = now();
    const done = (count?: Count) => {
      if (count === undefined || totalOf(count) < minCachedTotal) entries.delete(key);
      else Object.assign(entry, { count, countedAt, counting: undefined });
    };
    entry.counting = Promise.resolve(countAgain(entry.count)).then(
      (count) => {
        done(count);
        return count;
      },
      (error: unknown) => {
        done();
        throw error;
      },
    );
    return entry.counting;
  };
  const read = async (key: string, countAgain: CountAgain<Count>): Promise<Count> => {
    const count = peek(key);
    if (count === undefined) return refresh(key, countAgain);
    // A failure in the background is not reported; once the total has expired, the caller gets the error.
    if (now() - entries.get(key)!.countedAt >= agesOf(totalOf(count)).freshMs) refresh(key, countAgain).catch(() => {});
    return count;
  };
  /** `peek` gives a cached total alone; `read` counts where there is none. */
  return { peek, read };
}

/** Counts. The last count, however old, may tell how. */
type CountAgain<Count> = (last: Count | undefined) => PromiseLike<Count>;

const totalOf = (count: Counted): number => (typeof count === 'number' ? count : count.total);
