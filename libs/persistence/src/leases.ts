import { randomUUID } from 'node:crypto';
import { optional, string, timestamp, type ObjectOf } from '@herald/contracts';
import { clockSlackMs } from './clock-slack';
import { duplicateKeys } from './errors';
import type { Model } from './record';

/** The fields of a collection of leases. */
export const leaseFields = {
  /** What the lease is for. */
  _id: string(),
  /** Id of the process that holds the lease. */
  holder: string(),
  /** End of the lease. */
  until: timestamp(),
  /** With `retentionDays`: the row can be removed from then on. */
  forget_at: optional(timestamp()),
};
export type Lease = ObjectOf<typeof leaseFields>;

/** `first`: no process has held the lease before. `again`: one has, and may have crashed halfway. */
export type Acquired = 'first' | 'again';

type LeaseOptions = {
  /** After a crash another process can acquire the lease within this time; a running process renews its leases. */
  leaseMs: number;
  /** Keeps rows for this long after their first use: until then a lease is acquired `again`. */
  retentionDays?: number;
};

const dayMs = 86_400_000;

/** Leases that let one process at a time do some work. */
export function leases(Lease: Model<Lease>, options: LeaseOptions) {
  const holder = randomUUID();
  const inUse = new Set<string>();
  const renewal = renewals(Lease, holder, options);
  return {
    /** Acquires a lease and renews it; undefined while it is in use, by another process or by this one. */
    async acquire(id: string): Promise<Acquired | undefined> {
      if (inUse.has(id)) return undefined;
      inUse.add(id);
      let acquired: Acquired | undefined;
      try {
        acquired = await take(Lease, id, holder, options);
      } finally {
        if (!acquired) inUse.delete(id);
      }
      if (acquired) renewal.begin(id);
      return acquired;
    },
    /** Ends the use without a command: until the lease expires, only this process can acquire it. */
    letExpire(id: string): void {
      renewal.end(id);
      inUse.delete(id);
    },
    /** Ends the lease at once, so that another process can acquire it. */
    async release(id: string): Promise<void> {
      inUse.add(id);
      renewal.end(id);
      await renewal.settled();
      const own = { _id: id, holder };
      const ended = { $set: { until: new Date(0) } };
      // A lease that cannot be released expires by itself.
      await (options.retentionDays ? Lease.updateOne(own, ended) : Lease.deleteOne(own)).catch(() => {});
      inUse.delete(id);
    },
  };
}

export type Leases = ReturnType<typeof leases>;

/** One command, whether or not the lease is free: its upsert collides with the row of a lease that another holds. */
async function take(Lease: Model<Lease>, _id: string, holder: string, { leaseMs, retentionDays }: LeaseOptions) {
  const now = Date.now();
  const expired = [{ until: { $lte: new Date(now) } }, { until: { $gt: new Date(now + leaseMs + clockSlackMs) } }];
  const $set = { holder, until: new Date(now + leaseMs) };
  const $setOnInsert = { forget_at: new Date(now + (retentionDays ?? 0) * dayMs) };
  const update = retentionDays ? { $set, $setOnInsert } : { $set };
  try {
    const { upsertedCount } = await Lease.updateOne({ _id, $or: [{ holder }, ...expired] }, update, { upsert: true });
    return upsertedCount > 0 ? 'first' : 'again';
  } catch (error) {
    if (duplicateKeys(error)) return undefined;
    throw error;
  }
}

/** Renews all leases in use by one command. */
function renewals(Lease: Model<Lease>, holder: string, { leaseMs }: LeaseOptions) {
  const renewed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let latest: Promise<unknown> = Promise.resolve();
  const renew = () => {
    const held = { _id: { $in: [...renewed] }, holder };
    const until = new Date(Date.now() + leaseMs);
    // A failed renewal is ignored: while the database is unavailable, no other process can acquire a lease either.
    latest = Lease.updateMany(held, { $set: { until } }).catch(() => {});
  };
  return {
    begin(id: string): void {
      renewed.add(id);
      timer ??= setInterval(renew, leaseMs / 4).unref();
    },
    end(id: string): void {
      renewed.delete(id);
      if (renewed.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    settled: () => latest,
  };
}
