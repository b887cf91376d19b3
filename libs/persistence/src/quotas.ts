import { number, string } from '@herald/contracts';
import type { Connection } from 'mongoose';
import { duplicateKeys } from './errors';
import { record } from './record';

export type Taking = {
  owner: string;
  amount: number;
  /** The owner's maximum; 0: no limit. */
  quota: number;
  /** Measures the use of an owner that has no record yet. */
  measure(): Promise<number>;
};

const quotaUsage = record('quota_usage', { internal: { /** The owner. */ _id: string(), used: number() } });

/** The use of quotas by owner. One conditional update decides, so that concurrent requests cannot exceed a quota. */
export function quotas(database: Connection) {
  const Usage = quotaUsage.model(database);
  return {
    /** False if the amount would exceed the quota. */
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
