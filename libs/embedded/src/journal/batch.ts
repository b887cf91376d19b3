import type { Operations } from './format';

/** Changes that share a commit. */
export type Batch = {
  operations: Operations;
  bytes: number;
  done: Promise<void>;
  settle(error?: unknown): void;
};

/** A batch without changes. */
export function createBatch(): Batch {
  let settle: Batch['settle'] = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error as Error));
  });
  // A batch without a waiter, such as a sweep's, must not end the process when it fails.
  done.catch(() => undefined);
  return { operations: new Map(), bytes: 0, done, settle };
}

/** Adds a change; it replaces an earlier one of the same key. */
export function enter(batch: Batch, key: number, value: Buffer | undefined): void {
  leave(batch, key);
  batch.bytes += value?.length ?? 0;
  batch.operations.set(key, value);
}

/** Takes a change back. */
export function leave(batch: Batch, key: number): void {
  batch.bytes -= batch.operations.get(key)?.length ?? 0;
  batch.operations.delete(key);
}
