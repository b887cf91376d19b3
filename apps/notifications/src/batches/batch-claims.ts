import { randomUUID } from 'node:crypto';
import { duplicateKeys, type Model } from '@herald/persistence';
import type { Claim } from './claim.model';

/** `first`: no process has worked on the batch before. `again`: one has, and may have crashed halfway. */
export type ClaimResult = 'first' | 'again';

/** After a crash another process takes the batch over within this time; a running process renews its leases. */
const leaseMs = 6_000;
const renewalMs = 1_500;
const retentionMs = 7 * 86_400_000;

/** Leases that let one process at a time work on a batch. */
export function batchClaims(Claim: Model<Claim>) {
  const holder = randomUUID();
  const held = new Set<string>();
  let renewal: NodeJS.Timeout | undefined;
  const leaseEnd = () => new Date(Date.now() + leaseMs);

  const hold = (id: string) => {
    held.add(id);
    renewal ??= setInterval(() => {
      // A failed renewal is ignored: while the database is unavailable, no other process can claim either.
      void Claim.updateMany({ _id: { $in: [...held] }, holder }, { $set: { until: leaseEnd() } }).catch(() => {});
    }, renewalMs).unref();
  };
  const letExpire = (id: string) => {
    held.delete(id);
    if (held.size > 0) return;
    clearInterval(renewal);
    renewal = undefined;
  };
  const insert = async (_id: string): Promise<boolean> => {
    const forget_at = new Date(Date.now() + retentionMs);
    return Claim.collection.insertOne({ _id, holder, until: leaseEnd(), forget_at } as never).then(
      () => true,
      (error: unknown) => {
        if (duplicateKeys(error)) return false;
        throw error;
      },
    );
  };
  return {
    /** Undefined while another process holds the lease. */
    async claim(_id: string): Promise<ClaimResult | undefined> {
      if (await insert(_id)) {
        hold(_id);
        return 'first';
      }
      const now = Date.now();
      // An end far in the future was written before the clock was set back, and counts as expired.
      const expired = [{ until: { $lt: new Date(now) } }, { until: { $gt: new Date(now + 10 * leaseMs) } }];
      const { matchedCount } = await Claim.updateOne({ _id, $or: expired }, { $set: { holder, until: leaseEnd() } });
      if (matchedCount === 0) return undefined;
      hold(_id);
      return 'again';
    },
    /** The batch is done: the lease is no longer renewed, and no process needs to take it over. */
    letExpire,
    /** Ends the lease at once, so that another process can claim the batch. */
    async release(_id: string): Promise<void> {
      letExpire(_id);
      // A lease that cannot be released expires by itself.
      await Claim.updateOne({ _id, holder }, { $set: { until: new Date(0) } }).catch(() => {});
    },
  };
}
