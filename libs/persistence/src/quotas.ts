import type { Connection } from 'mongoose';
import { collection } from './collection';
import { duplicateKeys } from './errors';

type Usage = { _id: string; used: number };
export type Taking = {
  owner: string;
  amount: number;
  /** What the owner may use in all; 0: no limit. */
  quota: number;
  /** Counts what is there, for an owner whose use was never noted. */
  measure(): Promise<number>;
};

const usageModel = collection<Usage>('quota_usage', { fields: { _id: String, used: Number } });

/** How much of a quota each owner has used. Decided by the database in one step, so that parallel requests cannot exceed it. */
export function quotas(database: Connection) {
  const Usage = usageModel(database);
  return {
    /** False where the quota does not allow the amount. */
    async take({ owner, amount, quota, measure }: Taking): Promise<boolean> {
      if (quota === 0) return true;
      const free = { _id: owner, used: { $lte: quota - amount } };
      const add = () => Usage.updateOne(free, { $inc: { used: amount } });
      if ((await add()).matchedCount > 0) return true;
      if (await Usage.exists({ _id: owner })) return false;
      await Usage.create({ _id: owner, used: await measure() }).catch((error: unknown) => {
        if (!duplicateKeys(error)) throw error;
      });
      return (await add()).matchedCount > 0;
    },
    async giveBack(owner: string, amount: number): Promise<void> {
      await Usage.updateOne({ _id: owner }, { $inc: { used: -amount } });
    },
  };
}

export type Quotas = ReturnType<typeof quotas>;
