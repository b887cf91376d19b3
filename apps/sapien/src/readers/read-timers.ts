import type { SideName } from '@herald/card-reader';
import { ReadTimedOut, ReaderExited, type CardNotRead } from './reader-protocol';

/** In ms of CPU, and by the clock a few times as long: a busy machine is no fault of a card. */
export type Timeouts = {
  /** For a card, and for the decoding of one picture. */
  timeoutMs?: number;
  decodeTimeoutMs?: number;
  /** For a cancelled reading to stop. */
  cancelTimeoutMs?: number;
};

type WatchedProcess = {
  kill: () => void;
  /** The CPU time it has used; undefined where that is unknown: the clock counts then. */
  cpuMs: () => number | undefined;
};

/** A process that waits, or gets a third of a processor, is killed after this many times its limit. */
const clockFactor = 3;
const minWaitMs = 100;

/** Kills the process of a reading that takes too long, and records the reason. */
export function readTimers({ kill, cpuMs }: WatchedProcess, timeouts: Timeouts) {
  const { timeoutMs = 30_000, decodeTimeoutMs = 15_000, cancelTimeoutMs = 2_000 } = timeouts;
  let reason: string | undefined;
  let decoding: SideName | null = null;
  const killAfter = (limitMs: number, why: string): (() => void) => {
    const [began, cpuBefore] = [performance.now(), cpuMs()];
    let timer: NodeJS.Timeout;
    const check = () => {
      const clockMs = performance.now() - began;
      const usedMs = (cpuMs() ?? NaN) - (cpuBefore ?? NaN);
      const leftMs = Math.min(limitMs - usedMs, clockFactor * limitMs - clockMs);
      if (leftMs > 0) return wait(Math.max(minWaitMs, leftMs));
      reason ??= why;
      kill();
    };
    const wait = (ms: number) => void (timer = setTimeout(check, ms));
    wait(limitMs);
    return () => clearTimeout(timer);
  };
  const stops = [killAfter(timeoutMs, 'The reading took too long')];
  let stopDecodeTimer = () => {};
  return {
    onDecoding(side: SideName | null): void {
      decoding = side;
      stopDecodeTimer();
      if (side) stopDecodeTimer = killAfter(decodeTimeoutMs, 'The decoding took too long');
    },
    onCancel(): void {
      stops.push(killAfter(cancelTimeoutMs, 'The reading did not stop when it was cancelled'));
    },
    clear: () => [...stops, stopDecodeTimer].forEach((stop) => stop()),
    /** The error for a process that exited without a result. */
    failure: (): CardNotRead =>
      reason === undefined ? new ReaderExited('The process exited', decoding) : new ReadTimedOut(reason, decoding),
  };
}
