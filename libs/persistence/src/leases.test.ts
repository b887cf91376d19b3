import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type DatabaseServer } from './connect';
import { leaseFields, leases, type Lease } from './leases';
import { record, type Model } from './record';

const claims = record('claims', {
  internal: leaseFields,
  personal: [],
  impersonal: ['_id', 'holder', 'until', 'forget_at'],
});
const leaseMs = 1_500;
const minute = 60_000;

let databases: DatabaseServer;
let Claim: Model<Lease>;
let commands: string[] = [];
beforeAll(async () => {
  const onCommand = ({ command }: { command: string }) => void commands.push(command);
  databases = await connectDatabase(process.env.MONGO_URL!, { poolSize: 8, onCommand });
  Claim = claims.model(databases.database(`t${randomBytes(6).toString('hex')}_leases`));
  await Claim.createCollection();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Claim.deleteMany({});
});
afterAll(async () => {
  await Claim.db.dropDatabase();
  await databases.close();
});

const startProcess = (retentionDays?: number) => leases(Claim, { leaseMs, retentionDays });
const untilOf = async (id: string) => (await Claim.findById(id).lean())!.until.getTime();
const leave = (until: number) => Claim.create({ _id: 'batch', holder: 'a crashed process', until: new Date(until) });

it('gives a lease to one of many processes that ask at the same time, and to one of its callers', async () => {
  const processes = Array.from({ length: 8 }, () => startProcess());
  const acquired = await Promise.all(processes.flatMap(({ acquire }) => [acquire('batch'), acquire('batch')]));
  expect(acquired.filter((one) => one !== undefined)).toEqual(['first']);
  await Promise.all(processes.map(({ release }) => release('batch')));
});

it('takes one command, whether or not the lease can be acquired', async () => {
  const [one, other] = [1, 2].map(() => leases(Claim, { leaseMs: minute, retentionDays: 7 }));
  commands = [];
  expect(await one!.acquire('batch')).toBe('first');
  expect(await other!.acquire('batch')).toBeUndefined();
  one!.letExpire('batch');
  expect(commands).toEqual(['update', 'update']);
  const { forget_at } = (await Claim.findById('batch').lean())!;
  expect(forget_at!.getTime()).toBeCloseTo(Date.now() + 7 * 24 * 60 * minute, -5);
});

it('renews a lease for as long as it is in use', async () => {
  const [one, other] = [startProcess(), startProcess()];
  await one.acquire('batch');
  for (let step = 0; step < 5; step++) {
    await sleep(leaseMs / 2);
    expect(await other.acquire('batch')).toBeUndefined();
  }
  one.letExpire('batch');
  expect(await other.acquire('batch')).toBeUndefined();
  await sleep(1.5 * leaseMs);
  expect(await other.acquire('batch')).toBe('again');
  await other.release('batch');
});

it('lets the process that used a lease last acquire it again before it expires', async () => {
  const one = startProcess();
  await one.acquire('batch');
  expect(await one.acquire('batch')).toBeUndefined();
  one.letExpire('batch');
  expect(await one.acquire('batch')).toBe('again');
  await one.release('batch');
});

it('gives the lease of a crashed process to another one, once it has expired', async () => {
  await leave(Date.now() + leaseMs);
  const { acquire, release } = startProcess();
  expect(await acquire('batch')).toBeUndefined();
  await sleep(leaseMs + 100);
  expect(await acquire('batch')).toBe('again');
  await release('batch');
});

it('treats a lease that was written before a clock was set back as expired', async () => {
  await leave(Date.now() + 2 * minute);
  const { acquire, release } = startProcess();
  expect(await acquire('batch')).toBe('again');
  expect(await untilOf('batch')).toBeLessThan(Date.now() + minute);
  await release('batch');
});

it('releases only its own lease, and remembers it where rows are retained', async () => {
  const [one, other] = [startProcess(1), startProcess(1)];
  await one.acquire('batch');
  await other.release('batch');
  expect(await other.acquire('batch')).toBeUndefined();
  await one.release('batch');
  expect(await other.acquire('batch')).toBe('again');
  await other.release('batch');
  const forgetful = startProcess();
  await forgetful.acquire('job');
  await forgetful.release('job');
  expect(await Claim.findById('job')).toBeNull();
});

it('survives a failed renewal, and renews at the next interval', async () => {
  const { acquire, release } = startProcess();
  await acquire('batch');
  const before = await untilOf('batch');
  const failing = jest.spyOn(Claim, 'updateMany').mockRejectedValueOnce(new Error('down'));
  // Without a renewal, the test ends with its time limit.
  while ((await untilOf('batch')) <= before) await sleep(20);
  expect(failing.mock.calls.length).toBeGreaterThan(1);
  await release('batch');
});

it('can be asked again after the database has failed', async () => {
  const { acquire, release } = startProcess();
  jest.spyOn(Claim, 'updateOne').mockRejectedValueOnce(new Error('down'));
  await expect(acquire('batch')).rejects.toThrow('down');
  expect(await acquire('batch')).toBe('first');
  await release('batch');
});
