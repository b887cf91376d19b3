import { createHash } from 'node:crypto';
import type { Model } from '@herald/persistence';
import type { StoredRecord } from './audit-record.model';

/** Longer than a record takes from its timestamp to the disk, including the clock skew between machines. */
const settledAfterMs = 30_000;
const maxEntries = 5_000;

/** A range this short is scanned by time; a longer one by the index of the search. */
const shortRangeMs = 60_000;
const byTime = { hint: { stored_at: -1 } } as const;

/**
 * Counts matches among records that are only appended: settled records are counted once and cached, later calls count
 * the records since then. The total is exact at every call.
 */
export function matchCounter(AuditRecord: Model<StoredRecord>) {
  const cache = new Map<string, { count: number; until: Date }>();
  return async (filter: Record<string, unknown>): Promise<number> => {
    // Filters may be long, and callers choose them: only their digests are cached.
    const key = createHash('sha256').update(JSON.stringify(filter)).digest('base64');
    const settled = new Date(Date.now() - settledAfterMs);
    const entry = cache.get(key);
    // A time in the future was cached before the clock was set back.
    const known = entry && entry.until <= settled ? entry : undefined;
    const since = known ? { $gt: known.until } : {};
    const isShort = known !== undefined && settled.getTime() - known.until.getTime() < shortRangeMs;
    const [older, newer] = await Promise.all([
      AuditRecord.countDocuments({ ...filter, stored_at: { ...since, $lte: settled } }, isShort ? byTime : {}),
      AuditRecord.countDocuments({ ...filter, stored_at: { $gt: settled } }, byTime),
    ]);
    const count = (known?.count ?? 0) + older;
    cache.delete(key);
    if (cache.size >= maxEntries) cache.delete(cache.keys().next().value!);
    cache.set(key, { count, until: settled });
    return count + newer;
  };
}
