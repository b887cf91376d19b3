import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '@herald/service';
import type { IdentificationDeps } from '../deps';
import { beginNext, isAnyInProgress } from './take-turns';

const lookMs = 50;
/** A run ends by then, so that the job is seen to go on. */
const runMs = 10_000;

/**
 * Requests that find others wait for their turn: each makes all services search, the law gives it weeks, and campaigns
 * must not become slower by many.
 */
export const takeTurns: Job<IdentificationDeps> = {
  name: 'begin-next-subject-request',
  everySeconds: 1,
  async run(deps, signal) {
    const untilIdle = async () => {
      const began = performance.now();
      while (!signal.aborted && (await isAnyInProgress(deps))) await sleep(lookMs);
      return performance.now() - began;
    };
    for (const end = performance.now() + runMs; performance.now() < end;) {
      await untilIdle();
      if (signal.aborted || !(await beginNext(deps))) return;
      await sleep(deps.restAfter(await untilIdle()), undefined, { signal }).catch(() => {});
    }
  },
};

const restsPerDelay = 8;
const maxRestMs = 10_000;

/** How long services rest after a request: the longer it took than the quickest one, the busier they are. */
export function rests(): (tookMs: number) => number {
  let quickestMs = Infinity;
  return (tookMs) => {
    // It was refused: no service worked for it.
    if (tookMs < lookMs) return 0;
    quickestMs = Math.min(quickestMs, tookMs);
    return Math.min(maxRestMs, restsPerDelay * (tookMs - quickestMs));
  };
}
