import { randomUUID } from 'node:crypto';
import { duplicateKeys, type Model } from '@herald/persistence';
import type { Claim } from './claim.model';

export type Claims = ReturnType<typeof batchClaims>;
/** `first`: nobody has worked on it before. `again`: somebody did, and may have died over it. */
export type Claimed = 'first' | 'again';

/** A process that died lets go of its batches after so long; one that lives renews long before. */
const leaseMs = 6_000;
const renewMs = 1_500;
const rememberedMs = 7 * 86_400_000;

/** Lets one process at a time work on a batch. */
export function batchClaims(Claim: Model<Claim>) {
  const holder = randomUUID();
  const held = new Set<string>();
  let renewing: NodeJS.Timeout | undefined;
  const until = () => new Date(Date.now() + leaseMs);

  const hold = (id: string) => {
    held.add(id);
    renewing ??= setInterval(() => {
      // While the database is away nobody else can claim either.
      void Claim.updateMany({ _id: { $in: [...held] }, holder }, { $set: { until: until() } }).catch(() => {});
    }, renewMs).unref();
  };
  const letLapse = (id: string) => {
    held.delete(id);
    if (held.size > 0) return;
    clearInterval(renewing);
    renewing = undefined;
  };
  const insert = async (_id: string): Promise<boolean> => {
    const forget_at = new Date(Date.now() + rememberedMs);
    return Claim.collection.insertOne({ _id, holder, until: until(), forget_at } as never).then(
      () => true,
      (error: unknown) => {
        if (duplicateKeys(error)) return false;
        throw error;
      },
    );
  };
  return {
    /** Undefined while another one works on it. */
    async take(_id: string): Promise<Claimed | undefined> {
      if (await insert(_id)) {
        hold(_id);
        return 'first';
      }
      const now = Date.now();
      // A claim that ends much later was written before a clock was set back.
      const expired = [{ until: { $lt: new Date(now) } }, { until: { $gt: new Date(now + 10 * leaseMs) } }];
      const { matchedCount } = await Claim.updateOne({ _id, $or: expired }, { $set: { holder, until: until() } });
      if (matchedCount === 0) return undefined;
      hold(_id);
      return 'again';
    },
    /** Its work is done: nobody has to come for it. */
    letLapse,
    /** Whoever comes next may have it at once. */
    async release(_id: string): Promise<void> {
      letLapse(_id);
      // A claim that cannot be given back lapses by itself.
      await Claim.updateOne({ _id, holder }, { $set: { until: new Date(0) } }).catch(() => {});
    },
  };
}
