import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { duplicateKeys } from '@herald/persistence';
import type { Model } from '@herald/persistence';
import type { Job } from './define-service';
import type { Lease } from './lease.model';
import type { Logger } from './logger';

/** After a crash another process takes the job over within this time. */
const leaseMs = 15_000;
/** A lease that ends later than this many leases from now was written before a clock was set back: it is expired. */
const maxLeases = 4;

/**
 * Runs jobs periodically, each in one process at a time; the others stand by. A process that lost the database may
 * still run a job when another process takes it over: jobs must tolerate two concurrent runs. Gives a function that
 * stops them.
 */
export function runJobs<Deps>(
  jobs: Job<Deps>[],
  deps: Deps,
  { Leases, log, heldFor = leaseMs }: { Leases: Model<Lease>; log: Logger; heldFor?: number },
): () => Promise<void> {
  const stop = new AbortController();
  const holder = randomUUID();
  const runOnce = async ({ name, run }: Job<Deps>) => {
    const hold = () => takeLease(Leases, { _id: name, holder, heldFor });
    if (!(await hold())) return;
    let renewal: Promise<unknown> = Promise.resolve();
    const holding = setInterval(() => (renewal = hold().catch(() => {})), heldFor / 3);
    try {
      await run(deps, stop.signal);
    } finally {
      clearInterval(holding);
      await renewal;
    }
  };
  const loop = async (job: Job<Deps>) => {
    const { name, everySeconds } = job;
    while (!stop.signal.aborted) {
      await runOnce(job).catch((err: unknown) => log.error({ err, job: name }, 'A job failed and will run again'));
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

type Claim = Pick<Lease, '_id' | 'holder'> & { heldFor: number };

/** False while another process holds the lease. */
async function takeLease(Leases: Model<Lease>, { _id, holder, heldFor }: Claim): Promise<boolean> {
  const now = Date.now();
  const expired = [{ until: { $lte: new Date(now) } }, { until: { $gt: new Date(now + maxLeases * heldFor) } }];
  const until = new Date(now + heldFor);
  try {
    await Leases.updateOne({ _id, $or: [{ holder }, ...expired] }, { $set: { holder, until } }, { upsert: true });
    return true;
  } catch (error) {
    if (duplicateKeys(error)) return false;
    throw error;
  }
}
