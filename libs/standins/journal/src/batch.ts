import type { Operations } from './format';

/** Changes that share one commit. */
export type Batch = {
  operations: Operations;
  bytes: number;
  done: Promise<void>;
  settle(error?: unknown): void;
};

/** An empty batch. */
export function createBatch(): Batch {
  let settle: Batch['settle'] = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error as Error));
  });
  // A failed batch that nothing awaits must not end the process as an unhandled rejection.
  done.catch(() => undefined);
  return { operations: new Map(), bytes: 0, done, settle };
}

/** Adds a change; it replaces an earlier change of the same key. */
export function addChange(batch: Batch, key: number, value: Buffer | undefined): void {
  removeChange(batch, key);
  batch.bytes += value?.length ?? 0;
  batch.operations.set(key, value);
}

/** Removes the change of a key. */
export function removeChange(batch: Batch, key: number): void {
  batch.bytes -= batch.operations.get(key)?.length ?? 0;
  batch.operations.delete(key);
}
