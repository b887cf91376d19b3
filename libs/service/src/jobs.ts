import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { duplicateKeys } from '@herald/persistence';
import type { Model } from '@herald/persistence';
import type { Job } from './define-service';
import type { Lease } from './lease.model';
import type { Logger } from './logger';

/** A run that takes longer loses its lease to another process: jobs must bear two runs at once for a moment. */
const longestRun = 60_000;

/** Runs jobs over and over, each in one process at a time; the others stand by. Gives a function that ends them. */
export function runJobs<Deps>(jobs: Job<Deps>[], deps: Deps, Leases: Model<Lease>, log: Logger): () => Promise<void> {
  const stop = new AbortController();
  const holder = randomUUID();
  const loop = async ({ name, everySeconds, run }: Job<Deps>) => {
    while (!stop.signal.aborted) {
      try {
        if (await takeLease(Leases, name, holder)) await run(deps, stop.signal);
      } catch (error) {
        log.error({ err: error, job: name }, 'A job failed and will run again');
      }
      await sleep(everySeconds * 1000, undefined, { signal: stop.signal }).catch(() => {});
    }
    await Leases.deleteOne({ _id: name, holder }).catch(() => {});
  };
  const loops = jobs.map(loop);
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

async function takeLease(Leases: Model<Lease>, name: string, holder: string): Promise<boolean> {
  const now = new Date();
  const mineOrFree = { _id: name, $or: [{ holder }, { until: { $lte: now } }] };
  const lease = { $set: { holder, until: new Date(now.getTime() + longestRun) } };
  try {
    await Leases.updateOne(mineOrFree, lease, { upsert: true });
    return true;
  } catch (error) {
    if (duplicateKeys(error)) return false;
    throw error;
  }
}
