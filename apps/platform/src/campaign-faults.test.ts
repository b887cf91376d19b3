import { setTimeout as sleep } from 'node:timers/promises';
import { campaignExpanding, deliveryReported, deliveryResults, pushBatch } from '@herald/contracts';
import { deadLetters, newMessage, topologyOf } from '@herald/messaging';
import { eventually } from '@herald/testing';
import { connect } from 'amqplib';
import { campaignInstallation, watchStatistics, type CampaignInstallation } from './campaign-installation.fixture';
import { expectAllSent, killDuring } from './campaign-kills.fixture';

/** Providers that have no time, fail, say goodbye or hang up; messages that are none; pace, stop, and sudden death. */
const devices = 1_000;
const healthy = { rate429: 0, rate503: 0, rate500: 0, goawayAfter: 0, closeAfter: 0, closeRate: 0, seed: 7 };

let it_: CampaignInstallation;
beforeAll(async () => {
  it_ = await campaignInstallation({ devices, latencyMs: 5 });
});
beforeEach(async () => {
  await it_.forgetArrivals();
  await it_.script(healthy);
});
afterAll(() => it_?.stop());

type Mishap = { trouble: string; script: object; mendedAfter?: number; repeats: boolean };
const mishaps: Mishap[] = [
  {
    trouble: '429 or 503 alone for two seconds',
    script: { rate429: 0.5, rate503: 0.5 },
    mendedAfter: 2_000,
    repeats: false,
  },
  { trouble: '429 and 503 for half', script: { rate429: 0.25, rate503: 0.25 }, repeats: false },
  { trouble: '500 now and then', script: { rate500: 0.05 }, repeats: false },
  { trouble: 'GOAWAY after 50 requests', script: { goawayAfter: 50 }, repeats: false },
  { trouble: 'a connection that is cut after 100 requests', script: { closeAfter: 100 }, repeats: true },
];

it.each(mishaps)('sends to all though the providers answer with $trouble', async ({ script, mendedAfter, repeats }) => {
  await it_.script(script);
  const uuid = await it_.send();
  const watch = watchStatistics(it_, uuid);
  if (mendedAfter) {
    await sleep(mendedAfter);
    expect((await it_.totals()).accepted).toBe(0);
    await it_.script(healthy);
  }
  await it_.ended(uuid);
  const { wrong, reads } = await watch.end();
  const repeated = await expectAllSent(it_, uuid, devices);
  expect(wrong).toEqual([]);
  expect(reads).toBeGreaterThan(10);
  // Only what was taken without an answer may be sent again.
  if (!repeats) expect(repeated).toBe(0);
});

type Arrivals = { data: { at: string }[] };
const arrivalTimes = async () => {
  const { data } = (await it_.simulators.ask('GET /_dev/push/messages')) as Arrivals;
  return data.map(({ at }) => Date.parse(at)).sort((one, other) => one - other);
};

it('sends no more than its rate in any two seconds, and about as much', async () => {
  const rate = 200;
  const began = Date.now();
  const uuid = await it_.send({ rate });
  await it_.ended(uuid);
  const times = await arrivalTimes();
  expect(times).toHaveLength(devices);
  const most = Math.max(...times.map((time, at) => times.filter((other) => other < time + 2_000).length - at));
  // Each second's batch goes out at once: a window may hold one more than its seconds.
  expect(most).toBeLessThanOrEqual(2 * rate + rate);
  // A busy machine delays the first batch, and none comes early.
  expect((times.at(-1)! - began) / 1000).toBeGreaterThan(devices / rate - 2);
  const seconds = (times.at(-1)! - times[0]!) / 1000;
  expect(seconds).toBeLessThan((devices / rate) * 2);
});

it('sends nothing more once it is stopped, save what was in flight, and its numbers still add up', async () => {
  const rate = 100;
  const uuid = await it_.send({ rate });
  const watch = watchStatistics(it_, uuid);
  while ((await it_.totals()).accepted < 3 * rate) await sleep(10);
  const { status } = await it_.to('campaigns')(`PATCH /campaigns/api/v1/campaign/${uuid}`, {
    body: { terminated: true },
  });
  const { accepted: atStop } = await it_.totals();
  expect(status).toBe(200);
  // Time for three more batches, were they sent.
  await sleep(3_000);
  const { accepted, repeated } = await it_.totals();
  const { wrong } = await watch.end();
  const { statistics, terminated } = await it_.readCampaign(uuid);
  expect([terminated, repeated, wrong]).toEqual([true, 0, []]);
  expect(accepted - atStop).toBeLessThanOrEqual(rate);
  expect(statistics).toMatchObject({ total: devices, pending: devices - accepted, fails: 0, sended: accepted });
  expect(await it_.targetsOf(uuid)).toEqual({
    total: devices,
    pending: devices - accepted,
    fails: 0,
    sended: accepted,
  });
});

it('loses no device when senders and counters are killed together in the middle', async () => {
  const names = ['campaigns', 'notifications'];
  const { repeated, inFlight } = await killDuring(it_, { names, chance: 0.4, devices });
  expect(repeated).toBeLessThanOrEqual(inFlight);
});

const consumed = [
  ['campaigns', 'expand-campaign', campaignExpanding],
  ['campaigns', 'on-delivery-results', deliveryResults],
  ['campaigns', 'on-delivery-reported', deliveryReported],
  ['notifications', 'on-push-batch', pushBatch],
] as const;

const poisons = [
  { content: '{"half":', reason: /not JSON/ },
  { content: JSON.stringify(newMessage(pushBatch, {} as never)), reason: /does not fit its schema: .*required/ },
  { content: JSON.stringify({ ...newMessage(pushBatch, {} as never), version: 2 }), reason: /schema: version/ },
];

it('puts aside what is no message of its queue, with the reason, while a campaign passes', async () => {
  const topology = topologyOf(it_.namespace);
  const connection = await connect(process.env.AMQP_URL!);
  const channel = await connection.createConfirmChannel();
  const letters = await deadLetters(process.env.AMQP_URL!, it_.namespace);
  const poison = async () => {
    for (const { content } of poisons)
      for (const [service, consumer] of consumed)
        channel.sendToQueue(topology.queue(service, consumer), Buffer.from(content));
    await channel.waitForConfirms();
  };
  await poison();
  const uuid = await it_.send();
  while ((await it_.totals()).accepted === 0) await sleep(5);
  await poison();
  await it_.ended(uuid);
  expect(await expectAllSent(it_, uuid, devices)).toBe(0);
  const isAll = async () => (await letters.list()).length === 2 * poisons.length * consumed.length;
  await eventually(isAll);
  for (const [service, consumer] of consumed) {
    const found = await letters.list({ queue: topology.queue(service, consumer) });
    const reasons = found.map(({ reason }) => reason!);
    for (const { reason } of poisons) expect(reasons.filter((one) => reason.test(one))).toHaveLength(2);
  }
  await letters.close();
  await connection.close();
});
