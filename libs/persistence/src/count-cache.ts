export type CountCache = ReturnType<typeof countCache>;
type Entry = { total?: number; countedAt: number; counting?: Promise<number> };

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
export function countCache({ expireMs = ages.expireMs, now = () => performance.now() } = {}) {
  const entries = new Map<string, Entry>();
  const agesOf = (total: number) => (total < minHugeTotal ? { ...ages, expireMs } : agesOfHuge);

  const peek = (key: string): number | undefined => {
    const { total, countedAt } = entries.get(key) ?? { countedAt: 0 };
    return total !== undefined && now() - countedAt < agesOf(total).expireMs ? total : undefined;
  };
  const refresh = (key: string, count: () => PromiseLike<number>): Promise<number> => {
    const entry: Entry = entries.get(key) ?? { countedAt: now() };
    if (entry.counting) return entry.counting;
    if (!entries.has(key) && entries.size >= maxEntries) entries.delete(entries.keys().next().value!);
    entries.set(key, entry);
    const countedAt = now();
    const done = (total?: number) => {
      if (total === undefined || total < minCachedTotal) entries.delete(key);
      else Object.assign(entry, { total, countedAt, counting: undefined });
    };
    entry.counting = Promise.resolve(count()).then(
      (total) => {
        done(total);
        return total;
      },
      (error: unknown) => {
        done();
        throw error;
      },
    );
    return entry.counting;
  };
  const read = async (key: string, count: () => PromiseLike<number>): Promise<number> => {
    const total = peek(key);
    if (total === undefined) return refresh(key, count);
    // A failure in the background is not reported; once the total has expired, the caller gets the error.
    if (now() - entries.get(key)!.countedAt >= agesOf(total).freshMs) refresh(key, count).catch(() => {});
    return total;
  };
  /** `peek` gives a cached total alone; `read` counts where there is none. */
  return { peek, read };
}
