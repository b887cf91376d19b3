import { setTimeout as sleep } from 'node:timers/promises';
import { leases, type Lease, type Model } from '@herald/persistence';
import { startTrace, type Tracing } from '@herald/tracing';
import type { Job } from './define-service';
import type { Logger } from './logger';
import type { HouseMetrics } from './metrics';

/** After a crash another process takes the job over within this time. */
const defaultLeaseMs = 15_000;

type RunJobsOptions = {
  Lease: Model<Lease>;
  log: Logger;
  observe: ReturnType<HouseMetrics['ofJobs']>;
  tracing?: Tracing;
  leaseMs?: number;
};

/**
 * Runs jobs periodically, each in one process at a time; the others stand by. A process that lost the database may
 * still run a job when another process takes it over: jobs must tolerate two concurrent runs. Gives a function that
 * stops them.
 */
export function runJobs<Deps>(
  jobs: Job<Deps>[],
  deps: Deps,
  { Lease, log, observe, tracing, leaseMs = defaultLeaseMs }: RunJobsOptions,
): () => Promise<void> {
  const stop = new AbortController();
  const { acquire, letExpire, release } = leases(Lease, { leaseMs });
  const runOnce = async ({ name, run, onStandBy }: Job<Deps>) => {
    const isHeld = Boolean(await acquire(name));
    observe.onLease(name, isHeld);
    if (!isHeld) return onStandBy?.(deps);
    let isDone = false;
    try {
      await startTrace(tracing, { name: `job ${name}`, isOptional: true }, () => run(deps, stop.signal));
      isDone = true;
    } finally {
      letExpire(name);
      observe.onRun(name, isDone);
    }
  };
  const loop = async (job: Job<Deps>) => {
    const { name, everySeconds } = job;
    while (!stop.signal.aborted) {
      await runOnce(job).catch((err: unknown) => log.error({ err, job: name }, 'A job failed and will run again'));
      await sleep(everySeconds * 1000, undefined, { signal: stop.signal }).catch(() => {});
    }
    await release(name);
  };
  const loops = jobs.map(loop);
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}
