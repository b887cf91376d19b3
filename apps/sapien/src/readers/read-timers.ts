import type { SideName } from '@herald/card-reader';
import { ReadTimedOut, ReaderExited, type CardNotRead } from './reader-protocol';

export type Timeouts = {
  /** For a card, and for the decoding of one picture. */
  timeoutMs?: number;
  decodeTimeoutMs?: number;
  /** For a cancelled reading to stop. */
  cancelTimeoutMs?: number;
};

/** Kills the process of a reading that takes too long, and records the reason. */
export function readTimers(kill: () => void, timeouts: Timeouts) {
  const { timeoutMs = 30_000, decodeTimeoutMs = 15_000, cancelTimeoutMs = 2_000 } = timeouts;
  let reason: string | undefined;
  let decoding: SideName | null = null;
  const killAfter = (ms: number, why: string) =>
    setTimeout(() => {
      reason ??= why;
      kill();
    }, ms);
  const timers = [killAfter(timeoutMs, 'The reading took too long')];
  let decodeTimer: NodeJS.Timeout | undefined;
  return {
    onDecoding(side: SideName | null): void {
      decoding = side;
      clearTimeout(decodeTimer);
      if (side) decodeTimer = killAfter(decodeTimeoutMs, 'The decoding took too long');
    },
    onCancel(): void {
      timers.push(killAfter(cancelTimeoutMs, 'The reading did not stop when it was cancelled'));
    },
    clear: () => [...timers, decodeTimer].forEach((timer) => clearTimeout(timer)),
    /** The error for a process that exited without a result. */
    failure: (): CardNotRead =>
      reason === undefined ? new ReaderExited('The process exited', decoding) : new ReadTimedOut(reason, decoding),
  };
}
