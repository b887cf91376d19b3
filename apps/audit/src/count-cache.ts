import { createHash } from 'node:crypto';
import { firstBlockAt } from './audit-record.model';
import type { SearchCondition } from './search-condition';

/** Longer than a request takes from its block's id to the disk, including the clock skew between machines. */
const settledAfterMs = 60_000;
/** A repeat with an Idempotency-Key may complete an earlier block: a cached count expires after this time. */
const recountMs = 60_000;
const maxEntries = 5_000;

type Entry = { count: number; /** The first block that is not counted. */ until: string; countedAt: number };

/**
 * Counts matches among records that are only appended: settled blocks are counted once and cached, later counts add the
 * blocks since then.
 */
export function countCache() {
  const cache = new Map<string, Entry>();
  return {
    of(condition: SearchCondition) {
      // Conditions may be long, and callers choose them: only their digests are cached.
      const key = createHash('sha256').update(JSON.stringify(condition)).digest('base64');
      const until = firstBlockAt(Date.now() - settledAfterMs);
      const known = usable(cache.get(key), until);
      let settled = known?.count ?? 0;
      let recent = 0;
      let isComplete = false;
      return {
        /** Counts the matches of one block; blocks come newest first. */
        add(block: string, size: number): void {
          if (known && block < known.until) isComplete = true;
          else if (block < until) settled += size;
          else recent += size;
        },
        /** True once all blocks that are not cached are counted. */
        isComplete: () => isComplete,
        total(): number {
          cache.delete(key);
          if (cache.size >= maxEntries) cache.delete(cache.keys().next().value!);
          cache.set(key, { count: settled, until, countedAt: known?.countedAt ?? performance.now() });
          return settled + recent;
        },
      };
    },
  };
}

/** A bound in the future was cached before the clock was set back. */
function usable(entry: Entry | undefined, until: string): Entry | undefined {
  const isUsable = entry && entry.until <= until && performance.now() - entry.countedAt < recountMs;
  return isUsable ? entry : undefined;
}
