import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { asItCame, collection } from './collection';
import { againOnCollision, duplicateKeys } from './errors';

type Count = { _id: string; count: number; expires_at: Date };
type Kept = {
  _id: string;
  fingerprint: string;
  uuid: string;
  locked_until: Date;
  answer?: { status: number; body?: unknown };
  expires_at: Date;
};

const countModel = collection<Count>('request_counts', {
  fields: { _id: String, count: Number, expires_at: Date },
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
});
const keyModel = collection<Kept>('idempotency_keys', {
  fields: {
    _id: String,
    fingerprint: String,
    uuid: String,
    locked_until: Date,
    answer: asItCame,
    expires_at: Date,
  },
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
});

const day = 86_400_000;
/** Longer than any request may take: a key still locked after this belongs to a process that died. */
const lockTime = 15 * 60_000;

/** Counts requests and keeps first answers in the service's database, so that all its processes agree. */
export function requestMemory(database: Connection) {
  const Counts = countModel(database);
  const Keys = keyModel(database);
  return {
    async count(key: string, seconds: number) {
      const window = Math.floor(Date.now() / 1000 / seconds);
      const end = (window + 1) * seconds;
      const update = { $inc: { count: 1 }, $setOnInsert: { expires_at: new Date(end * 1000) } };
      const options = { upsert: true, returnDocument: 'after', lean: true } as const;
      const filter = { _id: `${key}:${window}` };
      const counted = await againOnCollision(async () => Counts.findOneAndUpdate(filter, update, options));
      return { count: counted!.count, secondsLeft: Math.max(1, Math.ceil(end - Date.now() / 1000)) };
    },
    async begin(key: string, fingerprint: string) {
      const now = Date.now();
      const lock = { locked_until: new Date(now + lockTime) };
      const fresh = { _id: key, fingerprint, uuid: randomUUID(), ...lock, expires_at: new Date(now + day) };
      try {
        await Keys.create(fresh);
        return { state: 'mine' as const, uuid: fresh.uuid };
      } catch (error) {
        if (!duplicateKeys(error)) throw error;
      }
      const known = await Keys.findById(key).lean();
      if (!known || known.fingerprint !== fingerprint) return { state: 'other' as const };
      if (known.answer) return { state: 'done' as const, answer: known.answer };
      const free = { _id: key, answer: { $exists: false }, locked_until: { $lte: new Date(now) } };
      const taken = await Keys.findOneAndUpdate(free, { $set: lock }).lean();
      return taken ? { state: 'mine' as const, uuid: taken.uuid } : { state: 'running' as const };
    },
    async finish(key: string, answer: { status: number; body?: unknown }) {
      await Keys.updateOne({ _id: key }, { $set: { answer } });
    },
    async release(key: string) {
      await Keys.updateOne({ _id: key }, { $set: { locked_until: new Date() } });
    },
  };
}
