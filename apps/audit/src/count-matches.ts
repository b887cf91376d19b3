import { createHash } from 'node:crypto';
import type { Model } from '@herald/persistence';
import type { StoredRecord } from './audit-record.model';

/** Longer than a record can take from its time stamp to the disk, clocks of several machines included. */
const settledAfter = 30_000;
const mostRemembered = 5_000;

/** So little time is looked through by the time of storing; more of it by what is searched. */
const shortTime = 60_000;
const byTime = { hint: { stored_at: -1 } } as const;

/**
 * Counts matches among records that are only ever appended: what is settled is counted once and remembered, later calls
 * count what came since. The number is exact at every call.
 */
export function matchCounter(AuditRecord: Model<StoredRecord>) {
  const remembered = new Map<string, { count: number; until: Date }>();
  return async (filter: Record<string, unknown>): Promise<number> => {
    // Filters may be long, and callers choose them: only their digests are remembered.
    const key = createHash('sha256').update(JSON.stringify(filter)).digest('base64');
    const settled = new Date(Date.now() - settledAfter);
    const kept = remembered.get(key);
    // A later time was remembered before the clock was set back.
    const known = kept && kept.until <= settled ? kept : undefined;
    const since = known ? { $gt: known.until } : {};
    const isShort = known !== undefined && settled.getTime() - known.until.getTime() < shortTime;
    const [older, newer] = await Promise.all([
      AuditRecord.countDocuments({ ...filter, stored_at: { ...since, $lte: settled } }, isShort ? byTime : {}),
      AuditRecord.countDocuments({ ...filter, stored_at: { $gt: settled } }, byTime),
    ]);
    const count = (known?.count ?? 0) + older;
    remembered.delete(key);
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value!);
    remembered.set(key, { count, until: settled });
    return count + newer;
  };
}
