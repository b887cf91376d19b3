import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, freePort } from '@herald/testing';
import { connectDatabase } from '@herald/persistence';
import { campaignInstallation, watchStatistics, type CampaignInstallation } from './campaign-installation.fixture';
import { expectAllSent } from './campaign-kills.fixture';

/** Broker and database die in the middle of a campaign and come back ten seconds later. Both are this test's own. */
const root = join(__dirname, '../../..');
const devices = 5_000;
const awayMs = 10_000;

let folder: string;
let broker: { url: string; die(): void; comeBack(): void };
let database: Awaited<ReturnType<typeof ownDatabase>>;
let it_: CampaignInstallation;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'herald-outages-'));
  broker = await ownBroker(join(folder, 'rabbitmq'));
  database = await ownDatabase(join(folder, 'mongo'));
  // Slow enough that either dies among pushes.
  it_ = await campaignInstallation({ devices, latencyMs: 300, mongoUrl: database.url, amqpUrl: broker.url });
});

afterAll(async () => {
  await it_?.stop();
  await database?.stop();
  broker?.die();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const rabbit = (...args: string[]) =>
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/rabbitmq.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

async function ownBroker(dir: string) {
  const port = String(await freePort());
  const url = rabbit('start', dir, port);
  return { url, die: () => void rabbit('stop', dir), comeBack: () => void rabbit('start', dir, port) };
}

/** The stand-in alone, in a process that can be killed. */
async function ownDatabase(dataDir: string) {
  const port = await freePort();
  const url = `mongodb://127.0.0.1:${port}`;
  const program = `require('./libs/standins/mongo/src/start-mongo.ts').startMongo({ port: ${port}, dataDir: ${JSON.stringify(dataDir)} })`;
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, ['--import', 'tsx', '-e', program], { cwd: root, stdio: 'ignore' });
    const server = await eventually(() => connectDatabase(url, { poolSize: 1 }));
    await server.close();
  };
  const stop = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  return { url, start, stop };
}

it.each(['broker', 'database'])(
  'loses no device and no count when the %s is away for ten seconds',
  async (who) => {
    await it_.forgetArrivals();
    const uuid = await it_.send();
    const watch = watchStatistics(it_, uuid);
    await eventually(async () => (await it_.totals()).accepted > devices / 5);
    if (who === 'broker') broker.die();
    else await database.stop();
    await sleep(awayMs);
    if (who === 'broker') broker.comeBack();
    else await database.start();
    const endSeconds = await it_.ended(uuid);
    const { wrong } = await watch.end();
    const repeated = await expectAllSent(it_, uuid, devices);
    process.stdout.write(`${who} away: ${repeated} repeats, ended ${endSeconds.toFixed(1)} s after it was back\n`);
    expect(wrong).toEqual([]);
    // No process was killed, so no push in flight was lost.
    expect(repeated).toBe(0);
  },
  240_000,
);
