import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@herald/testing';
import { campaignInstallation, watchStatistics, type CampaignInstallation } from './campaign-installation.fixture';

export type Death = { at: string; repeated: number; inFlight: number; endSeconds: number };

/** A sender that is killed repeats those in flight: a push is, until its outcome is stored. */
export const maxInFlight = 256;

/** How many times as often as usual the drills kill: `KILLS=5` for more than a hundred deaths together. */
export const often = Number(process.env.KILLS ?? 1);

/** The number of pushes that have arrived chooses the moment of a kill; this share of kills comes before the first. */
const earlyShare = 0.1;
const earlyMs = 1_000;

/** An installation whose campaigns run in two processes, so that one of them can die alone. */
export const killable = (devices: number) =>
  campaignInstallation({
    devices,
    latencyMs: 5,
    programs: { 'campaigns 1': ['campaigns'], 'campaigns 2': ['campaigns'], notifications: ['notifications'] },
  });

/**
 * Runs a campaign and kills processes in the middle of it, at a moment that a number from 0 to 1 chooses, and restarts
 * them at once. Checks that no device and no count is lost, and gives the cost.
 */
export async function killDuring(
  it: CampaignInstallation,
  { names, chance, devices }: { names: string[]; chance: number; devices: number },
): Promise<Death> {
  await it.forgetArrivals();
  const uuid = await it.send();
  const watch = watchStatistics(it, uuid);
  const at = await moment(it, chance, devices);
  const programs = names.map(it.program);
  await Promise.all(programs.map((program) => program.kill()));
  const arrived = await allThatArrive(it);
  // Senders that live on may have recorded more meanwhile.
  const inFlight = Math.max(0, arrived - (await it.recordsOf(uuid)));
  await Promise.all(programs.map((program) => program.restart()));
  const endSeconds = await it.ended(uuid);
  const { wrong } = await watch.end();
  expect(wrong).toEqual([]);
  const repeated = await expectAllSent(it, uuid, devices);
  return { at, repeated, inFlight, endSeconds };
}

async function moment(it: CampaignInstallation, chance: number, devices: number): Promise<string> {
  if (chance < earlyShare) {
    const ms = Math.round((chance / earlyShare) * earlyMs);
    await sleep(ms);
    return `after ${ms} ms`;
  }
  const wanted = Math.round(((chance - earlyShare) / (1 - earlyShare)) * devices);
  await eventually(async () => (await it.totals()).accepted >= wanted);
  return `after ${wanted} arrivals`;
}

/** What the dead had sent may still be on its way: all is there once nothing has come for a while. */
async function allThatArrive(it: CampaignInstallation): Promise<number> {
  const quietMs = 300;
  for (let [tokens, since] = [-1, 0]; ; await sleep(25)) {
    const now = (await it.totals()).tokens;
    if (now !== tokens) [tokens, since] = [now, Date.now()];
    else if (Date.now() - since > quietMs) return tokens;
  }
}

/** Rows, records, counters and arrivals all say that every device has got it; gives how many got it again. */
export async function expectAllSent(it: CampaignInstallation, uuid: string, devices: number): Promise<number> {
  const { accepted, repeated, tokens } = await it.totals();
  const rows = await it.targetsOf(uuid);
  const { actions, ...counted } = (await it.readCampaign(uuid)).statistics;
  expect({ ...rows, tokens }).toEqual({ total: devices, pending: 0, fails: 0, sended: devices, tokens: devices });
  expect(counted).toEqual(rows);
  expect(Object.values(actions)).toEqual([0, 0, 0, 0]);
  expect(await it.recordsOf(uuid)).toBe(devices);
  expect(accepted).toBe(devices + repeated);
  return repeated;
}
