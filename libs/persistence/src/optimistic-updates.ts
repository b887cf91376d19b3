import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy, inBatches, type BatchOptions, type Call } from '@herald/concurrency';
import type { QueryFilter } from 'mongoose';
import { nameOf, readEach } from './batched-reads';
import { duplicateKeys, isRolledBack } from './errors';
import type { Model } from './record';
import { insertEach, replaceEach, type Revised } from './write-each';

/** Undefined: there is no such record. */
export type Updated<T> = { before: T | undefined; after: T | undefined };

/**
 * Changes the record of a unique key by compare-and-set, and again after a concurrent write. `change` returns the same
 * record for no change; for a missing one, undefined or a new record. It must be idempotent: it runs again on its own
 * result when another writer overwrote that before it was seen. `known` is what the caller has just read: it saves the
 * first read.
 */
export type UpdateRecord<T> = (
  key: Partial<T>,
  change: (record: T | undefined) => T | undefined,
  known?: { record: T | undefined },
) => Promise<Updated<T>>;

type Change<T> = { key: Partial<T>; change(record: T | undefined): T | undefined; known?: { record: T | undefined } };
/** Undefined after a concurrent write. */
type Outcome<T> = Updated<T> | undefined;
type Group<T> = { key: Partial<T>; calls: Call<Change<T>, Outcome<T>>[]; isKnown: boolean; stored?: T };

const maxTries = 40;

/** Updates of one collection; those of concurrent callers are read together and written together. */
export function optimisticUpdates<T extends Revised>(Collection: Model<T>, options?: BatchOptions): UpdateRecord<T> {
  const save = inBatches<Change<T>, Outcome<T>>((calls) => saveTogether(Collection, calls), options);
  return async (key, change, known) => {
    for (let attempt = 1; attempt <= maxTries; attempt++) {
      const saved = await save({ key, change, known: attempt === 1 ? known : undefined });
      if (saved) return saved;
      await sleep(Math.random() * Math.min(100, 4 * attempt));
    }
    throw new Error('Too many concurrent updates of one record');
  };
}

async function saveTogether<T extends Revised>(Collection: Model<T>, calls: Call<Change<T>, Outcome<T>>[]) {
  const groups = groupsOf(calls);
  const unread = groups.filter(({ isKnown }) => !isKnown);
  const found = await readEach(
    Collection,
    unread.map(({ key }) => key),
  );
  unread.forEach((group, at) => (group.stored = found[at]));
  const changed = groups.flatMap((group) => {
    const { latest, settle } = applyAll(group);
    if (latest !== group.stored && latest !== undefined) return [{ ...group, latest, settle }];
    settle();
    return [];
  });
  const inserted = changed.filter(({ stored }) => stored === undefined);
  const replaced = changed.filter(({ stored }) => stored !== undefined);
  const [ofInserts, ofReplacements] = await Promise.all([
    insertEach(
      Collection,
      inserted.map(({ latest }) => withRevision(latest)),
    ),
    replaceEach(
      Collection,
      replaced.map(({ key, stored, latest }) => ({
        filter: { ...key, revision: stored!.revision ?? { $exists: false } } as QueryFilter<T>,
        record: withRevision(latest),
      })),
    ),
  ]);
  inserted.forEach(({ key, settle }, at) => settle(retryOrFail(ofInserts[at], key)));
  replaced.forEach(({ key, settle }, at) => settle(retryOrFail(ofReplacements[at], key)));
}

const withRevision = <T extends Revised>(record: T) => ({ ...record, revision: randomInt(1, 2 ** 47) });

type Failure = { error: unknown } | 'retry' | undefined;

/** A record of the same key that was inserted meanwhile is found by the next try. */
function retryOrFail(error: unknown, key: object): Failure {
  if (error === undefined) return undefined;
  const names = Object.keys(key);
  const isSameKey = duplicateKeys(error)?.every((name) => names.includes(name));
  return error === 'missed' || isSameKey || isRolledBack(error) ? 'retry' : { error };
}

/** Runs the changes of one record in the order of their calls; `settle` gives each caller its result. */
function applyAll<T>({ stored, calls }: Group<T>) {
  let latest = stored;
  const results = calls.map(({ input, reject }) => {
    const before = latest;
    try {
      latest = input.change(before) ?? before;
    } catch (error) {
      reject(error);
    }
    return { before, after: latest };
  });
  const settle = (failure?: Failure) =>
    calls.forEach(({ resolve, reject }, at) => {
      if (failure === undefined) resolve(results[at]);
      else if (failure === 'retry') resolve(undefined);
      else reject(failure.error);
    });
  return { latest, settle };
}

function groupsOf<T>(calls: Call<Change<T>, Outcome<T>>[]): Group<T>[] {
  return [...groupBy(calls, ({ input }) => nameOf(input.key)).values()].map((group) => {
    const { key, known } = group[0]!.input;
    return { key, calls: group, isKnown: known !== undefined, stored: known?.record };
  });
}
