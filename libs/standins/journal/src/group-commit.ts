import { createBatch, addChange, removeChange, type Batch } from './batch';
import type { Operations } from './format';
import type { Journal } from './open-journal';

export type GroupCommit = {
  put(key: number, value: Buffer): void;
  remove(key: number): void;
  /** Resolves once all changes so far are on disk; rejects if their commit failed. */
  settled(): Promise<void>;
  /** The number of changes so far: a caller whose number has not changed need not await `settled`. */
  changeCount(): number;
  /** How many bytes are not committed yet. */
  backlogBytes(): number;
  /** Whether the last commit failed and its changes are retried. */
  isFailing(): boolean;
  close(): Promise<void>;
};

/** Called with the changes of a failed commit, before `settled` rejects. The returned changes are retried. */
type OnFailure = (operations: Operations, error: unknown) => Operations;

type State = {
  journal: Journal;
  onFailure: OnFailure;
  pending: Batch;
  inFlight: Batch | undefined;
  loop: Promise<void> | undefined;
  retry: NodeJS.Timeout | undefined;
  isFailing: boolean;
  changeCount: number;
};

const retryMs = 500;
const idle = Promise.resolve();

/** Collects changes into commits. Changes that arrive during a commit share the next one. */
export function createGroupCommit(journal: Journal, onFailure: OnFailure): GroupCommit {
  const state: State = {
    journal,
    onFailure,
    pending: createBatch(),
    inFlight: undefined,
    loop: undefined,
    retry: undefined,
    isFailing: false,
    changeCount: 0,
  };
  return {
    put: (key, value) => recordChange(state, key, value),
    remove: (key) => remove(state, key),
    settled: () => (state.pending.operations.size > 0 ? state.pending.done : (state.inFlight?.done ?? idle)),
    changeCount: () => state.changeCount,
    backlogBytes: () => state.pending.bytes + (state.inFlight?.bytes ?? 0),
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
      onCommitFailed(state, batch, error);
      continue;
    }
    state.inFlight = undefined;
    state.isFailing = false;
    batch.settle();
  }
  if (!state.retry) state.isFailing = false;
  state.loop = undefined;
}

/** Changes that arrived during the failed commit may depend on it, so they fail too. */
function onCommitFailed(state: State, batch: Batch, error: unknown): void {
  const failed = [batch, state.pending];
  state.pending = createBatch();
  state.inFlight = undefined;
  const operations = new Map(failed.flatMap((each) => [...each.operations]));
  for (const [key, value] of state.onFailure(operations, error)) addChange(state.pending, key, value);
  state.isFailing = state.pending.operations.size > 0;
  if (state.isFailing) state.retry = setTimeout(() => start(state), retryMs).unref();
  for (const each of failed) each.settle(error);
}

function recordChange(state: State, key: number, value: Buffer | undefined): void {
  state.changeCount += 1;
  addChange(state.pending, key, value);
  if (!state.retry) start(state);
}

function remove(state: State, key: number): void {
  const isStored = state.journal.has(key) || state.inFlight?.operations.get(key) !== undefined;
  if (isStored) return recordChange(state, key, undefined);
  // The value never reached the disk.
  state.changeCount += 1;
  removeChange(state.pending, key);
  if (state.pending.operations.size > 0) return;
  state.pending.settle();
  state.pending = createBatch();
}
