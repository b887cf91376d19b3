import { setTimeout as sleep } from 'node:timers/promises';
import { replicaSetProxy, type ReplicaSetProxy } from '@herald/fault-proxy';
import { eventually } from '@herald/testing';
import { campaignInstallation, watchStatistics, type CampaignInstallation } from './campaign-installation.fixture';
import { expectAllSent } from './campaign-kills.fixture';

/** The primary of the replica set steps down in the middle of a campaign, and becomes it again. */
const devices = 1_500;
/** An election that requests wait for, and one that outlasts their patience and the claim of a batch. */
const shortMs = 1_500;
const longMs = 12_000;

let proxy: ReplicaSetProxy;
let it_: CampaignInstallation;

beforeAll(async () => {
  proxy = await replicaSetProxy(process.env.MONGO_URL!);
  const twice = (['campaigns', 'notifications'] as const).flatMap((name) =>
    [1, 2].map((at) => [`${name} ${at}`, [name]] as const),
  );
  const programs = Object.fromEntries(twice.map(([name, list]) => [name, [...list]]));
  it_ = await campaignInstallation({ devices, latencyMs: 100, mongoUrl: proxy.url, programs });
}, 300_000);

afterAll(async () => {
  await it_?.stop();
  proxy?.stop();
});

it.each([
  { what: 'once, shortly', shares: [0.3], ms: shortMs, afterRunning: false },
  { what: 'while it runs writes, again and again', shares: [0, 0.2, 0.4, 0.6, 0.8], ms: shortMs, afterRunning: true },
  { what: 'for longer than requests wait', shares: [0.3], ms: longMs, afterRunning: false },
  { what: 'for long while it runs writes', shares: [0.3], ms: longMs, afterRunning: true },
])(
  'loses no device and no count, and sends nothing twice, when the primary steps down $what',
  async ({ what, shares, ms, afterRunning }) => {
    await it_.forgetArrivals();
    const refusedBefore = proxy.refused();
    const uuid = await it_.send({ rate: 150 });
    const watch = watchStatistics(it_, uuid);
    for (const share of shares) {
      await eventually(async () => (await it_.totals()).accepted >= devices * share);
      proxy.stepDown({ afterRunning });
      await sleep(ms);
      proxy.stepUp();
    }
    const endSeconds = await it_.ended(uuid);
    const { wrong } = await watch.end();
    const repeated = await expectAllSent(it_, uuid, devices);
    const refused = proxy.refused() - refusedBefore;
    process.stdout.write(
      `${what}: ${refused} commands refused, ${repeated} repeats, ended after ${endSeconds.toFixed(1)} s\n`,
    );
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(repeated).toBe(0);
  },
  300_000,
);
