import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type DatabaseServer, type Model } from '@herald/persistence';
import type { Job } from './define-service';
import { runJobs } from './jobs';
import { leaseModel, type Lease } from './lease.model';
import { createLogger } from './logger';

let databases: DatabaseServer;
let Leases: Model<Lease>;
beforeAll(async () => {
  databases = await connectDatabase(process.env.MONGO_URL!, { poolSize: 2 });
  Leases = leaseModel(databases.database(`t${randomBytes(6).toString('hex')}_jobs`));
});
afterAll(async () => {
  await Leases.db.dropDatabase();
  await databases.close();
});

const heldFor = 1_500;
const begin = (job: Job<string>, who: string) => runJobs([job], who, { Leases, log: createLogger('silent'), heldFor });

it('lets nobody else in for as long as a run takes', async () => {
  const seen: string[] = [];
  const run = async (who: string) => {
    seen.push(`${who} begins`);
    await sleep(2 * heldFor);
    seen.push(`${who} ends`);
  };
  const job = { name: 'long', everySeconds: 0.01, run };
  const stops = [begin(job, 'one'), begin(job, 'other')];
  await sleep(5 * heldFor);
  await Promise.all(stops.map((stop) => stop()));
  expect(seen.length).toBeGreaterThan(3);
  for (let at = 0; at < seen.length; at += 2) expect(seen[at + 1]).toBe(seen[at]!.replace('begins', 'ends'));
});

it('follows one who died with the lease in hand, and not before it has lapsed', async () => {
  const lapses = Date.now() + heldFor;
  await Leases.create({ _id: 'left', holder: 'a dead one', until: new Date(lapses) });
  let ranAt = 0;
  const stop = begin({ name: 'left', everySeconds: 0.01, run: async () => void (ranAt ||= Date.now()) }, 'one');
  await sleep(2 * heldFor);
  await stop();
  expect(ranAt).toBeGreaterThanOrEqual(lapses);
  expect(await Leases.findById('left')).toBeNull();
});

it('runs a job again that failed', async () => {
  let runs = 0;
  const run = async () => {
    runs++;
    throw new Error('No');
  };
  const stop = begin({ name: 'failing', everySeconds: 0.01, run }, 'one');
  await sleep(300);
  await stop();
  expect(runs).toBeGreaterThan(2);
});
