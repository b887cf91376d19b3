import { setTimeout as sleep } from 'node:timers/promises';
import { campaignOver, eventually, fillDevices } from '@herald/testing';
import { campaignInstallation, type CampaignInstallation } from './campaign-installation.fixture';

/** A small campaign does not wait for a huge one that was there first, though one process sends for both. */
const manyDevices = 50_000;
const fewDevices = 50;
const withinSeconds = 5;

let it_: CampaignInstallation;
beforeAll(async () => {
  // 256 pushes at once, and a third of a second for each: a minute for the huge one.
  it_ = await campaignInstallation({ devices: manyDevices, latencyMs: 333 });
}, 240_000);
afterAll(() => it_?.stop());

/** When a token was first reached, by the simulator's own clock. */
async function firstArrival(token: string): Promise<number> {
  type Page = { data: { at: string }[] };
  // Looking through all that came costs the simulator more than a push: not too often.
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(250)) {
    const { data } = (await it_.simulators.ask(`GET /_dev/push/messages?token=${token}`)) as Page;
    if (data[0]) return Date.parse(data[0].at);
  }
  throw new Error(`${token} was not reached within a minute`);
}

it('sends the first of a small campaign within five seconds, while most of the huge one waits', async () => {
  const app = 'com.bench.small';
  const from = manyDevices;
  await fillDevices(it_, fewDevices, { app, from, tokenOf: (number) => `small-${number}` });
  const sendSmall = await campaignOver(it_, app);
  const hugeUuid = await it_.send();
  await eventually(async () => (await it_.totals()).accepted > 2_000);
  const began = Date.now();
  const smallUuid = await sendSmall();
  const seconds = ((await firstArrival(`small-${from}`)) - began) / 1000;
  const left = manyDevices - (await it_.readCampaign(hugeUuid)).statistics.sended;
  process.stdout.write(`first of the small campaign after ${seconds.toFixed(1)} s; ${left} of the huge one wait\n`);
  expect(left).toBeGreaterThan(manyDevices / 2);
  expect(seconds).toBeLessThan(withinSeconds);
  await it_.ended(smallUuid);
  const { statistics } = await it_.readCampaign(smallUuid);
  expect(statistics).toMatchObject({ total: fewDevices, pending: 0, fails: 0, sended: fewDevices });
  const path = `/campaigns/api/v1/campaign/${hugeUuid}`;
  await it_.to('campaigns')(`PATCH ${path}`, { body: { terminated: true } });
});
