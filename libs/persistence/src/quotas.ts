import { number, string } from '@herald/contracts';
import type { Connection } from 'mongoose';
import { duplicateKeys, retryOnCollision } from './errors';
import { record, type Model, type Stored } from './record';
import { upsertEach } from './write-each';

type Taking = {
  /** What each owner needs. */
  amounts: ReadonlyMap<string, number>;
  /** The maximum of each owner; 0: no limit. */
  quota: number;
  /** Measures the use of an owner that has no record yet. */
  measure(owner: string): Promise<number>;
};

/** Of services with quotas. */
export const quotaUsage = record('quota_usage', {
  internal: { /** The owner. */ _id: string(), used: number() },
  personal: [],
  impersonal: ['_id', 'used'],
  shardKey: ['_id'],
});
type Usage = Model<Stored<typeof quotaUsage>>;

/** The use of quotas by owner. Conditional updates decide, so that concurrent requests cannot exceed a quota. */
export function quotas(database: Connection) {
  const Usage = quotaUsage.model(database);
  const begin = beginner(Usage);
  return {
    /** Takes all amounts, in one command; or none, and gives false, if one of them would exceed its quota. */
    async take({ amounts, quota, measure }: Taking): Promise<boolean> {
      if (quota === 0) return true;
      const owners = [...amounts.keys()];
      await begin(owners, measure);
      const refused = await add(amounts, quota, Usage);
      if (refused.size === 0) return true;
      const taken = owners.filter((owner) => !refused.has(owner));
      await Promise.all(taken.map((owner) => giveBack(owner, amounts.get(owner)!, Usage)));
      return false;
    },
    giveBack: (owner: string, amount: number) => giveBack(owner, amount, Usage),
  };
}

async function giveBack(owner: string, amount: number, Usage: Usage): Promise<void> {
  await Usage.updateOne({ _id: owner }, { $inc: { used: -amount } });
}

/** Creates the missing records of owners; an owner is looked up once in each process. */
function beginner(Usage: Usage) {
  const begun = new Set<string>();
  return async (owners: string[], measure: Taking['measure']): Promise<void> => {
    const fresh = owners.filter((owner) => !begun.has(owner));
    if (fresh.length === 0) return;
    const found = await Usage.find({ _id: { $in: fresh } }).lean();
    const known = new Set(found.map(({ _id }) => _id));
    const missing = fresh.filter((owner) => !known.has(owner));
    await Promise.all(
      missing.map(async (_id) => {
        const first = { $setOnInsert: { used: await measure(_id) } };
        await retryOnCollision(async () => Usage.updateOne({ _id }, first, { upsert: true }));
      }),
    );
    for (const owner of fresh) begun.add(owner);
  };
}

/** Gives the owners that have no room: without it, the upsert collides with the owner's record. */
async function add(amounts: Taking['amounts'], quota: number, Usage: Usage): Promise<Set<string>> {
  const owners = [...amounts.keys()];
  const upserts = owners.map((_id) => {
    const amount = amounts.get(_id)!;
    return { filter: { _id, used: { $lte: quota - amount } }, update: { $inc: { used: amount } } };
  });
  const outcomes = await upsertEach(Usage, upserts);
  const other = outcomes.find((outcome) => outcome && !duplicateKeys(outcome));
  if (other) throw other;
  return new Set(owners.filter((_owner, at) => outcomes[at]));
}

export type Quotas = ReturnType<typeof quotas>;
