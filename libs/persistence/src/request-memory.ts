import { integer, json, list, object, optional, string, timestamp } from '@herald/contracts';
import { v7 as newUuid } from 'uuid';
import type { Connection } from 'mongoose';
import { clockSlackMs } from './clock-slack';
import { retryOnCollision, duplicateKeys } from './errors';
import { record } from './record';

/** Of every service. */
export const requestTimes = record('request_times', {
  internal: {
    _id: string(),
    /** The times of the latest requests with this key, oldest first. */
    times: list(timestamp()),
    expires_at: timestamp(),
  },
  personal: ['_id'],
  impersonal: ['times', 'expires_at'],
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  shardKey: ['_id'],
});
/** Of every service. */
export const idempotencyKeys = record('idempotency_keys', {
  internal: {
    _id: string(),
    fingerprint: string(),
    uuid: string(),
    locked_until: timestamp(),
    answer: optional(object({ status: integer(), body: optional(json()) })),
    expires_at: timestamp(),
  },
  personal: ['answer'],
  impersonal: ['_id', 'fingerprint', 'uuid', 'locked_until', 'expires_at'],
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  shardKey: ['_id'],
});

const day = 86_400_000;
/** The lock of a request in progress is renewed every ten seconds: an expired lock belongs to a process that died. */
const lockTime = 30_000;

/** Counts requests and stores first answers in the service's database, for all its processes. */
export function requestMemory(database: Connection) {
  const Times = requestTimes.model(database);
  const Keys = idempotencyKeys.model(database);
  return {
    async take(key: string, { max, windowSeconds }: { max: number; windowSeconds: number }) {
      const now = Date.now();
      // A time in the future was written before a clock was set back.
      const over = [{ $lte: new Date(now - windowSeconds * 1000) }, { $gt: new Date(now + clockSlackMs) }];
      const oldest = over.map((condition) => ({ 'times.0': condition }));
      const free = { _id: key, $or: [{ [`times.${max - 1}`]: { $exists: false } }, ...oldest] };
      const note = { $push: { times: { $each: [new Date(now)], $slice: -max } } };
      const update = { ...note, $set: { expires_at: new Date(now + windowSeconds * 1000) } };
      try {
        // Without a free place the upsert collides with the existing key.
        await retryOnCollision(async () => Times.updateOne(free, update, { upsert: true }));
        return 0;
      } catch (error) {
        if (!duplicateKeys(error)) throw error;
      }
      const first = (await Times.findById(key).lean())?.times[0]?.getTime() ?? now;
      return Math.max(1, Math.ceil((first - now) / 1000 + windowSeconds));
    },
    async begin(key: string, fingerprint: string) {
      const now = Date.now();
      const lock = { locked_until: new Date(now + lockTime) };
      const fresh = { _id: key, fingerprint, uuid: newUuid(), ...lock, expires_at: new Date(now + day) };
      try {
        await Keys.create(fresh);
        return { state: 'mine' as const, uuid: fresh.uuid };
      } catch (error) {
        if (!duplicateKeys(error)) throw error;
      }
      const known = await Keys.findById(key).lean();
      if (!known || known.fingerprint !== fingerprint) return { state: 'other' as const };
      if (known.answer) return { state: 'done' as const, uuid: known.uuid, answer: known.answer };
      const expired = [{ $lte: new Date(now) }, { $gt: new Date(now + lockTime + clockSlackMs) }];
      const unlocked = expired.map((condition) => ({ locked_until: condition }));
      const free = { _id: key, answer: { $exists: false }, $or: unlocked };
      const taken = await Keys.findOneAndUpdate(free, { $set: lock }).lean();
      return taken ? { state: 'mine' as const, uuid: taken.uuid } : { state: 'running' as const };
    },
    async finish(key: string, answer: { status: number; body?: unknown }) {
      await Keys.updateOne({ _id: key }, { $set: { answer } });
    },
    async renew(key: string) {
      await Keys.updateOne({ _id: key }, { $set: { locked_until: new Date(Date.now() + lockTime) } });
    },
    async release(key: string) {
      await Keys.updateOne({ _id: key }, { $set: { locked_until: new Date() } });
    },
  };
}
