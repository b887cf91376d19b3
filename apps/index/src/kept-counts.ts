export type KeptCounts = ReturnType<typeof keptCounts>;
type Kept = { total?: number; countedAt: number; counting?: Promise<number> };

/** A kept total is counted anew in the background when it is asked for at this age, */
const freshMs = 2_000;
/** and is not given out any more at this one. */
const oldestMs = 6_000;
const mostKept = 1_000;
/** Smaller totals are counted each time: that is cheap, and a small list should be right to the last entry. */
const worthKeeping = 1_000;

/**
 * Counts of large results, kept for some seconds by their filter; the key must hold all that decides, the tenant first of
 * all. Who asks while the same is being counted waits for that count.
 */
export function keptCounts(now = () => performance.now()) {
  const kept = new Map<string, Kept>();

  const known = (key: string): number | undefined => {
    const entry = kept.get(key);
    return entry && now() - entry.countedAt < oldestMs ? entry.total : undefined;
  };
  const begin = (key: string, count: () => PromiseLike<number>): Promise<number> => {
    const entry: Kept = kept.get(key) ?? { countedAt: now() };
    if (entry.counting) return entry.counting;
    if (!kept.has(key) && kept.size >= mostKept) kept.delete(kept.keys().next().value!);
    kept.set(key, entry);
    const countedAt = now();
    const done = (total?: number) => {
      if (total === undefined || total < worthKeeping) kept.delete(key);
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
  const of = async (key: string, count: () => PromiseLike<number>): Promise<number> => {
    const total = known(key);
    if (total === undefined) return begin(key, count);
    // Whoever comes after the old total is forgotten meets the error himself.
    if (now() - kept.get(key)!.countedAt >= freshMs) begin(key, count).catch(() => {});
    return total;
  };
  return { known, of };
}
