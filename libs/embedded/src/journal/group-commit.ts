import { createBatch, enter, leave, type Batch } from './batch';
import type { Operations } from './format';
import type { Journal } from './open-journal';

export type GroupCommit = {
  put(key: number, value: Buffer): void;
  remove(key: number): void;
  /** Resolves when all changes so far are on disk; rejects when the commit that held them failed. */
  settled(): Promise<void>;
  /** How many changes were made; a caller compares it to know whether it has to wait. */
  changes(): number;
  /** How many bytes wait for their commit. */
  backlog(): number;
  /** Whether changes wait for the disk to accept them again. */
  isFailing(): boolean;
  close(): Promise<void>;
};

/** Decides about changes that could not be committed, before their waiters are rejected: those returned are retried. */
export type OnFailure = (operations: Operations, error: unknown) => Operations;

type State = {
  journal: Journal;
  onFailure: OnFailure;
  pending: Batch;
  inFlight: Batch | undefined;
  loop: Promise<void> | undefined;
  retry: NodeJS.Timeout | undefined;
  isFailing: boolean;
  changes: number;
};

const retryMs = 500;
const idle = Promise.resolve();

/** Gathers changes into commits: while one is under way, the next one grows. */
export function createGroupCommit(journal: Journal, onFailure: OnFailure): GroupCommit {
  const state: State = {
    journal,
    onFailure,
    pending: createBatch(),
    inFlight: undefined,
    loop: undefined,
    retry: undefined,
    isFailing: false,
    changes: 0,
  };
  return {
    put: (key, value) => change(state, key, value),
    remove: (key) => remove(state, key),
    settled: () => (state.pending.operations.size > 0 ? state.pending.done : (state.inFlight?.done ?? idle)),
    changes: () => state.changes,
    backlog: () => state.pending.bytes + (state.inFlight?.bytes ?? 0),
    isFailing: () => state.isFailing,
    async close() {
      if (state.retry) start(state);
      while (state.loop) await state.loop;
      clearTimeout(state.retry);
      await journal.close();
    },
  };
}

function start(state: State): void {
  clearTimeout(state.retry);
  state.retry = undefined;
  state.loop ??= commitAll(state);
}

async function commitAll(state: State): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  while (state.pending.operations.size > 0 && !state.retry) {
    const batch = (state.inFlight = state.pending);
    state.pending = createBatch();
    try {
      await state.journal.append(batch.operations);
    } catch (error) {
      fail(state, batch, error);
      continue;
    }
    state.inFlight = undefined;
    state.isFailing = false;
    batch.settle();
  }
  if (!state.retry) state.isFailing = false;
  state.loop = undefined;
}

/** What arrived during the failed commit builds on it and fails with it. */
function fail(state: State, batch: Batch, error: unknown): void {
  const failed = [batch, state.pending];
  state.pending = createBatch();
  state.inFlight = undefined;
  const operations = new Map(failed.flatMap((one) => [...one.operations]));
  for (const [key, value] of state.onFailure(operations, error)) enter(state.pending, key, value);
  state.isFailing = state.pending.operations.size > 0;
  if (state.isFailing) state.retry = setTimeout(() => start(state), retryMs).unref();
  for (const one of failed) one.settle(error);
}

function change(state: State, key: number, value: Buffer | undefined): void {
  state.changes += 1;
  enter(state.pending, key, value);
  if (!state.retry) start(state);
}

function remove(state: State, key: number): void {
  const isStored = state.journal.has(key) || state.inFlight?.operations.get(key) !== undefined;
  if (isStored) return change(state, key, undefined);
  // It never reached the disk and need not.
  state.changes += 1;
  leave(state.pending, key);
  if (state.pending.operations.size > 0) return;
  state.pending.settle();
  state.pending = createBatch();
}
