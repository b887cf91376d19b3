export type KeptCounts = ReturnType<typeof keptCounts>;
type Kept = { count: Promise<number>; until: number };

const keptMs = 5_000;
const mostKept = 1_000;
/** Smaller totals are counted each time: that is cheap, and a small list should be right to the last entry. */
const worthKeeping = 1_000;

/**
 * Counts of large results, kept for five seconds by their filter; the key must hold all that decides, the tenant first of
 * all. Who asks while the same is being counted waits for that count.
 */
export function keptCounts(now = Date.now) {
  const kept = new Map<string, Kept>();
  return async (key: string, count: () => Promise<number>): Promise<number> => {
    const known = kept.get(key);
    if (known && known.until > now()) return known.count;
    kept.delete(key);
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
    const entry: Kept = { count: Promise.resolve(count()), until: Infinity };
    kept.set(key, entry);
    const forget = () => kept.get(key) === entry && kept.delete(key);
    try {
      const total = await entry.count;
      entry.until = now() + keptMs;
      if (total < worthKeeping) forget();
      return total;
    } catch (error) {
      forget();
      throw error;
    }
  };
}
