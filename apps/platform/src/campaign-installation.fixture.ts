import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@herald/contracts';
import {
  campaignOver,
  eventually,
  fillDevices,
  startInstallation,
  settledDeliveriesOf,
  targetCounts,
  type Audience,
} from '@herald/testing';

const root = join(__dirname, '../../..');
const others: ServiceName[] = ['company', 'identification', 'index', 'message-persistance'];

export type Statistics = {
  total: number;
  pending: number;
  fails: number;
  sended: number;
  actions: Record<'RECEIVED' | 'PRESS_ACTION' | 'CLOSED' | 'UNKNOWN', number>;
};
export type Totals = { accepted: number; tokens: number; repeated: number };
export type CampaignInstallation = Awaited<ReturnType<typeof campaignInstallation>>;

type Options = Audience & {
  devices: number;
  /** Beside one process with the services that campaigns only ask. */
  programs?: Record<string, ServiceName[]>;
  latencyMs?: number;
  mongoUrl?: string;
  amqpUrl?: string;
  env?: Record<string, string>;
};

/** Campaigns and notifications as processes of their own, with simulators and a registered audience. */
export async function campaignInstallation({ devices, latencyMs = 0, mongoUrl, amqpUrl, env, ...options }: Options) {
  const { programs = { campaigns: ['campaigns'], notifications: ['notifications'] }, ...audience } = options;
  // A folder of its own: a concurrent build must not change the programs that are restarted here.
  const builtIn = join(root, 'dist', `installation-${randomBytes(4).toString('hex')}`);
  const build = ['--import', 'tsx', 'tools/build.ts', '--into', builtIn, 'platform', 'campaigns', 'notifications'];
  execFileSync(process.execPath, build, { cwd: root });
  const it = await startInstallation({
    programs: { others, ...programs } as Record<string, ServiceName[]>,
    mongoUrl: mongoUrl ?? process.env.MONGO_URL!,
    amqpUrl: amqpUrl ?? process.env.AMQP_URL!,
    simulatorArgs: ['--latency', String(latencyMs)],
    builtIn,
    env,
  });
  await fillDevices(it, devices, audience);
  const send = await campaignOver(it, audience.app);
  const program = (name: string) => it.programs.find((one) => one.name === name)!;
  const readCampaign = async (uuid: string) =>
    (await it.to('campaigns')(`GET /campaigns/api/v1/campaign/${uuid}`)).body.data as {
      terminated: boolean;
      statistics: Statistics;
    };
  return {
    ...it,
    send,
    program,
    readCampaign,
    script: (change: object) => it.simulators.ask('PUT /_dev/push/script', change),
    totals: () => it.simulators.ask('GET /_dev/push/totals') as Promise<Totals>,
    arrivals: () => it.simulators.ask('GET /_dev/push/counts') as Promise<Record<string, number>>,
    forgetArrivals: () => it.simulators.ask('DELETE /_dev/push'),
    /** Waits until the campaign has ended by itself; gives how many seconds it took from now on. */
    async ended(uuid: string, withinMs = 150_000): Promise<number> {
      const began = performance.now();
      await eventually(async () => (await readCampaign(uuid)).terminated, withinMs);
      return (performance.now() - began) / 1000;
    },
    targetsOf: (uuid: string) => targetCounts(it.database('campaigns') as never, uuid),
    recordsOf: (uuid: string) =>
      it.database('notifications').collection('campaign_deliveries').countDocuments(settledDeliveriesOf(uuid)),
    async stop() {
      await it.stop();
      rmSync(builtIn, { recursive: true, force: true });
    },
  };
}

const sumOf = (counts: object): number => Object.values(counts).reduce((sum: number, count: number) => sum + count, 0);

/** Reads a campaign's statistics over and over; `end` gives what was wrong with them. */
export function watchStatistics({ readCampaign }: Pick<CampaignInstallation, 'readCampaign'>, uuid: string) {
  const wrong: string[] = [];
  let reads = 0;
  let last: Statistics | undefined;
  let watching = true;
  const look = async () => {
    const now = (await readCampaign(uuid)).statistics;
    reads++;
    const { total, pending, fails, sended, actions } = now;
    if (total !== pending + fails + sended) wrong.push(`do not add up: ${JSON.stringify(now)}`);
    if (sumOf(actions) > sended) wrong.push(`more actions than sended: ${JSON.stringify(now)}`);
    const isBack = last && (total < last.total || fails < last.fails || sended < last.sended);
    if (isBack) wrong.push(`went back: ${JSON.stringify(now)} after ${JSON.stringify(last)}`);
    last = now;
  };
  const watched = (async () => {
    // A killed process does not answer.
    for (; watching; await sleep(20)) await look().catch(() => {});
  })();
  return {
    last: () => last,
    async end(): Promise<{ reads: number; wrong: string[] }> {
      watching = false;
      await watched;
      return { reads, wrong };
    },
  };
}

/** Random numbers from 0 to 1 that are the same in every run: a kill that found something can be repeated. */
export function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
