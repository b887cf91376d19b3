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
const startProcess = (job: Job<string>, name: string) =>
  runJobs([job], name, { Lease, log: createLogger('silent'), leaseMs });

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
