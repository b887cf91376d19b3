import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type DatabaseServer, type Lease, type Model } from '@herald/persistence';
import type { Job } from './define-service';
import { runJobs } from './jobs';
import { jobLeases } from './lease.model';
import { createLogger } from './logger';

let databases: DatabaseServer;
let Lease: Model<Lease>;
beforeAll(async () => {
  databases = await connectDatabase(process.env.MONGO_URL!, { poolSize: 2 });
  Lease = jobLeases.model(databases.database(`t${randomBytes(6).toString('hex')}_jobs`));
});
afterAll(async () => {
  await Lease.db.dropDatabase();
  await databases.close();
});

const leaseMs = 1_500;
const unobserved = { onLease: () => {}, onRun: () => {} };
const startProcess = (job: Job<string>, name: string, observe = unobserved) =>
  runJobs([job], name, { Lease, log: createLogger('silent'), leaseMs, observe });

it('runs a job in one process at a time, even if a run outlasts the lease', async () => {
  const seen: string[] = [];
  const run = async (name: string) => {
    seen.push(`${name} begins`);
    await sleep(2 * leaseMs);
    seen.push(`${name} ends`);
  };
  const job = { name: 'long', everySeconds: 0.01, run };
  const stops = [startProcess(job, 'one'), startProcess(job, 'other')];
  await sleep(5 * leaseMs);
  await Promise.all(stops.map((stop) => stop()));
  expect(seen.length).toBeGreaterThan(3);
  for (let at = 0; at < seen.length; at += 2) expect(seen[at + 1]).toBe(seen[at]!.replace('begins', 'ends'));
});

it('takes over the job of a crashed process once its lease has expired, and not before', async () => {
  const expiresAt = Date.now() + leaseMs;
  await Lease.create({ _id: 'left', holder: 'a crashed process', until: new Date(expiresAt) });
  let ranAt = 0;
  const stop = startProcess({ name: 'left', everySeconds: 0.01, run: async () => void (ranAt ||= Date.now()) }, 'one');
  await sleep(2 * leaseMs);
  await stop();
  expect(ranAt).toBeGreaterThanOrEqual(expiresAt);
  expect(await Lease.findById('left')).toBeNull();
});

it('runs a job again that failed', async () => {
  let runs = 0;
  const run = async () => {
    runs++;
    throw new Error('No');
  };
  const stop = startProcess({ name: 'failing', everySeconds: 0.01, run }, 'one');
  await sleep(300);
  await stop();
  expect(runs).toBeGreaterThan(2);
});

async function eventually(check: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 30_000; !check(); await sleep(20))
    if (Date.now() > deadline) throw new Error('Still not so after 30 s');
}

it('reports which process holds the lease, and how runs end', async () => {
  const observer = () => ({ leases: [] as boolean[], runs: [] as boolean[], standBys: 0 });
  const [first, second] = [observer(), observer()];
  const started = (seen: typeof first, name: string) =>
    startProcess(
      {
        name: 'observed',
        everySeconds: 0.01,
        run: async () => {
          if (seen.runs.length === 1) throw new Error('It fails once');
        },
        onStandBy: () => void seen.standBys++,
      },
      name,
      {
        onLease: (...[, isHeld]: unknown[]) => void seen.leases.push(isHeld as boolean),
        onRun: (...[, isDone]: unknown[]) => void seen.runs.push(isDone as boolean),
      } as typeof unobserved,
    );
  const stopFirst = started(first, 'one');
  await eventually(() => first.runs.length > 2);
  const stopSecond = started(second, 'other');
  await eventually(() => second.standBys > 0);
  await Promise.all([stopFirst(), stopSecond()]);
  expect(first.runs.slice(0, 3)).toEqual([true, false, true]);
  expect(new Set(first.leases)).toEqual(new Set([true]));
  expect(second.leases[0]).toBe(false);
});
