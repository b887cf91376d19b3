import type { SideName } from '@herald/card-reader';
import { ReadTimedOut, ReaderDied, type CardLost } from './reader-protocol';

export type Timeouts = {
  /** Maximum duration of a card, and of the decoding of one picture. */
  timeoutMs?: number;
  decodeTimeoutMs?: number;
  /** How long a cancelled read may take to stop. */
  cancelTimeoutMs?: number;
};

/** Kills the process of a read that takes too long, and knows why it is gone. */
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
    /** Why there is no result. */
    failure: (): CardLost =>
      reason === undefined ? new ReaderDied('The process died', decoding) : new ReadTimedOut(reason, decoding),
  };
}
