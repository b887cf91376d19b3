import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs one step of a reading. A benchmark passes a function that also measures it. */
export type Trace = <T>(step: string, work: () => T | Promise<T>) => Promise<T>;

export const noTrace: Trace = async (_step, work) => work();

/** Most steps block the thread: only between two steps can it notice that the caller has cancelled. */
export function cancellable(trace: Trace, signal: AbortSignal | undefined): Trace {
  return async (name, work) => {
    await nextTurn();
    signal?.throwIfAborted();
    return trace(name, work);
  };
}
