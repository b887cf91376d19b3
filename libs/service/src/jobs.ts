import { setTimeout as sleep } from 'node:timers/promises';
import { leases, type Lease, type Model } from '@herald/persistence';
import type { Job } from './define-service';
import type { Logger } from './logger';

/** After a crash another process takes the job over within this time. */
const defaultLeaseMs = 15_000;

/**
 * Runs jobs periodically, each in one process at a time; the others stand by. A process that lost the database may
 * still run a job when another process takes it over: jobs must tolerate two concurrent runs. Gives a function that
 * stops them.
 */
export function runJobs<Deps>(
  jobs: Job<Deps>[],
  deps: Deps,
  { Lease, log, leaseMs = defaultLeaseMs }: { Lease: Model<Lease>; log: Logger; leaseMs?: number },
): () => Promise<void> {
  const stop = new AbortController();
  const { acquire, letExpire, release } = leases(Lease, { leaseMs });
  const runOnce = async ({ name, run }: Job<Deps>) => {
    if (!(await acquire(name))) return;
    try {
      await run(deps, stop.signal);
    } finally {
      letExpire(name);
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
