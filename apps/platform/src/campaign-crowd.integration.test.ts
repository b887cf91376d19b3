import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle, campaignOver, eventually, fillDevices } from '@herald/testing';
import { campaignInstallation, watchStatistics, type CampaignInstallation } from './campaign-installation.fixture';
import { expectAllSent } from './campaign-kills.fixture';

/**
 * Three processes of each service share the work. Devices that do not answer delay no others, and new devices of the
 * segment are added.
 */
const devices = 5_000;

let it_: CampaignInstallation;
beforeAll(async () => {
  const three = (name: 'campaigns' | 'notifications') => [1, 2, 3].map((at) => [`${name} ${at}`, [name]] as const);
  const programs = Object.fromEntries([...three('campaigns'), ...three('notifications')]);
  it_ = await campaignInstallation({ devices, programs: programs as never });
});
beforeEach(() => it_.forgetArrivals());
afterAll(() => it_?.stop());

const [deaf, answering] = [5, 400];
let withDeaf: string;

it('tells of all others while some devices get no answer', async () => {
  const app = 'com.bench.deaf';
  const tokenOf = (number: number) => (number < 300_000 + deaf ? `hang-${number}` : `heard-${number}`);
  await fillDevices(it_, deaf + answering, { app, from: 300_000, tokenOf });
  withDeaf = await (await campaignOver(it_, app))();
  await eventually(async () => (await it_.totals()).accepted === answering);
  await eventually(async () => (await it_.readCampaign(withDeaf)).statistics.sended === answering);
  expect(await it_.readCampaign(withDeaf)).toMatchObject({
    terminated: false,
    statistics: { pending: deaf, fails: 0 },
  });
});

/** How many messages of a queue a process has handled. */
async function handledBy(name: string, queue: string): Promise<number> {
  const text = await (await fetch(`${it_.program(name).url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.includes('_count') && line.includes(`.${queue}"`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

it('shares a campaign among three processes of each, and counts it right', async () => {
  const uuid = await it_.send({ name: 'Shared' });
  const watch = watchStatistics(it_, uuid);
  await it_.ended(uuid);
  const { wrong } = await watch.end();
  expect(wrong).toEqual([]);
  expect(await expectAllSent(it_, uuid, devices)).toBe(0);
  for (const at of [1, 2, 3]) {
    expect(await handledBy(`notifications ${at}`, 'on-push-batch')).toBeGreaterThan(0);
    expect(await handledBy(`campaigns ${at}`, 'on-delivery-results')).toBeGreaterThan(0);
  }
});

it('lags at most five seconds behind what has arrived', async () => {
  await it_.script({ latencyMs: 100 });
  const uuid = await it_.send();
  const seen: { at: number; accepted: number }[] = [];
  let [worst, isOver] = [0, false];
  while (!isOver) {
    const [{ accepted }, { statistics, terminated }] = [await it_.totals(), await it_.readCampaign(uuid)];
    const now = Date.now();
    seen.push({ at: now, accepted });
    // All pushes that had arrived five seconds ago are counted by now; a batch is counted once all of it is sent.
    const due = seen.findLast(({ at }) => at <= now - 5_000)?.accepted ?? 0;
    worst = Math.max(worst, due - statistics.sended);
    isOver = terminated;
    await sleep(20);
  }
  await it_.script({ latencyMs: 0 });
  expect(worst).toBeLessThanOrEqual(0);
});

const phone = (core_id: string) => ({
  core_id,
  company_id: 1,
  characteristics: { system_name: 'android', model: 'One', emulator: 'false' },
  app: { bundle_id: bundle, version: '1.0.0', push_token: `token-${core_id}` },
});

it('takes in new devices within a minute until its finish date, and each once', async () => {
  const finish_date = new Date(Date.now() + 3_600_000).toISOString();
  const uuid = await it_.send({ finish_date });
  await eventually(async () => (await it_.readCampaign(uuid)).statistics.sended === devices);
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const register = async (core_id: string) => {
    const { status } = await it_.to('identification')('POST /identification/api/v1/device', { body: phone(core_id) });
    expect([200, 201]).toContain(status);
  };
  for (const core_id of ids) await register(core_id);
  const arrived = async () => {
    const counts = await it_.arrivals();
    return ids.map((core_id) => counts[`token-${core_id}`] ?? 0);
  };
  await eventually(async () => (await arrived()).every((count) => count > 0));
  const { walked_at } = (await it_.database('campaigns').collection('campaigns').findOne({ uuid })) as unknown as {
    walked_at: Date;
  };
  // A device that registers again, and matches again at the next walk, gets no second push.
  for (const core_id of ids) await register(core_id);
  await eventually(async () => {
    const campaign = await it_.database('campaigns').collection('campaigns').findOne({ uuid, expanded: true });
    return (campaign?.walked_at as Date | undefined)! > walked_at;
  });
  expect(await arrived()).toEqual([1, 1, 1]);
  const { terminated, statistics } = await it_.readCampaign(uuid);
  expect([terminated, statistics.total, statistics.sended]).toEqual([false, devices + 3, devices + 3]);
  expect((await it_.totals()).repeated).toBe(0);
  await it_.to('campaigns')(`PATCH /campaigns/api/v1/campaign/${uuid}`, { body: { terminated: true } });
}, 200_000);

it('gives up those that never got an answer after some tries, and says why', async () => {
  await it_.ended(withDeaf, 150_000);
  const { statistics } = await it_.readCampaign(withDeaf);
  expect(statistics).toMatchObject({ total: deaf + answering, pending: 0, fails: deaf, sended: answering });
  const path = `/campaigns/api/v1/campaign/${withDeaf}/notification`;
  const { body } = await it_.to('campaigns')(`GET ${path}?status=fails`);
  expect(body.data.map(({ reason }: { reason: string }) => reason)).toEqual(Array(deaf).fill('No answer within 15 s'));
  const story = await it_.to('campaigns')(`GET ${path}/${body.data[0].core_id}`);
  expect(story.body.data.tries.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(5).fill('unknown'));
}, 200_000);
