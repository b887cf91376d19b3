/**
 * Registrations of new and of known devices by 64 callers, and of many at once, beside bare Express and the
 * driver with one upsert each, in turn. One process on the stand-ins, as `npm start` runs it, unless MONGO_URL or
 * `--separate` is given: then a process for each service, on the engines of bench:fanout.
 * `npm run bench:register [-- --devices 6000 --rounds 3 --callers 64 --burst 2000 --separate --profile DIR]`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signToken } from '@herald/auth';
import type { ServiceName } from '@herald/contracts';
import { eventually, requester, startInstallation, startNode, type Process } from '@herald/testing';
import { openEngines } from './engines';
import { quantile, quantiles, table } from './figures';
import { cpuSecondsOf, memoryOf } from './memory';
import { createApp, phone, poster, registerAll, type Answer, type Load, type PhoneOf, type Post } from './phones';
import { startPlatform } from './platform';
import { runBench } from './run';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '6000' },
    rounds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '64' },
    burst: { type: 'string', default: '2000' },
    separate: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const [devices, rounds, callers, burst] = [values.devices, values.rounds, values.callers, values.burst].map(Number);
const services = ['company', 'identification', 'index', 'notifications', 'events'] as const;

/** Many phones at once; a phone that is refused tries again when `Retry-After` says so. */
async function registerAtOnce(post: Post, phoneOf: PhoneOf): Promise<string> {
  const first: Answer[] = [];
  let tries = 0;
  const one = async (number: number) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await post(phoneOf(number));
      tries++;
      if (attempt === 1) first.push(answer);
      if (answer.status < 300) return;
      if (![429, 503].includes(answer.status) || !answer.retryAfter)
        throw new Error(`A registration was answered with ${answer.status}`);
      await sleep(answer.retryAfter * 1000 * (0.5 + Math.random()));
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: burst! }, (_, number) => one(number)));
  const seconds = (performance.now() - began) / 1000;
  const refused = first.filter(({ status }) => status >= 300).length;
  const [, , longest] = quantiles(first.map(({ ms }) => ms));
  return `${burst} at once: first answers within ${longest} ms, ${refused} of them refused; all there after ${seconds.toFixed(1)} s and ${tries} requests`;
}

/** Waits until the index has all devices; returns the seconds that it took. */
async function indexed({ url, token }: Target, total: number): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const began = performance.now();
  await eventually(async () => {
    const answer = await fetch(`${url('index')}/index/v1/device?per_page=1`, { method: 'POST', headers, body: '{}' });
    return ((await answer.json()) as { total: number }).total >= total;
  }, 120_000);
  return ((performance.now() - began) / 1000).toFixed(1);
}

const row = (name: string, { perSecond, times }: Load): (string | number)[] => {
  return [name, Math.round(perSecond), ...[0.5, 0.99, 1].map((share) => Math.round(quantile(times, share)))];
};

type Target = {
  url(service: ServiceName): string;
  token: string;
  mongoUrl: string;
  processes: { name: string; process: Process }[];
  stop(): Promise<void>;
};
const nodeArgs = values.profile ? ['--cpu-prof', '--cpu-prof-dir', values.profile] : [];

/** A process for each service. */
async function separate(): Promise<Target> {
  const engines = await openEngines();
  console.log(`database: ${engines.mongo}; broker: ${engines.amqp}; a process for each service`);
  const programs = Object.fromEntries(services.map((name) => [name, [name]]));
  const it = await startInstallation({ ...engines, programs, nodeArgs });
  return {
    url: it.urlOf,
    token: it.token(),
    mongoUrl: engines.mongoUrl,
    processes: it.programs,
    async stop() {
      await it.stop();
      await engines.stop();
    },
  };
}

/** The platform as `npm start` runs it: all services and the stand-ins in one process. */
async function together(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  const secret = 'a secret of the benchmark, long enough';
  const { MONGO_URL: _mongo, AMQP_URL: _amqp, ...inherited } = process.env;
  const settings = { HOST: '127.0.0.1', DATA_DIR: folder, AUTH_JWT_SECRET: secret, LOG_LEVEL: 'warn' };
  // Reading a demo card would take the processor for seconds.
  const env = { ...inherited, ...settings, SAPIEN_WARM: 'false' };
  const { process: platform, url } = await startPlatform(env, nodeArgs);
  const { urls } = JSON.parse(readFileSync(join(folder, 'embedded.json'), 'utf8')) as { urls: { MONGO_URL: string } };
  console.log('database and broker: the stand-ins; one process');
  return {
    url: () => url,
    token: signToken(secret, { subject: 'bench', companies: '*', scope: '*', seconds: 36_000 }),
    mongoUrl: urls.MONGO_URL,
    processes: [{ name: 'platform', process: platform }],
    async stop() {
      await platform.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function main(): Promise<void> {
  const target = await (values.separate || process.env.MONGO_URL ? separate() : together());
  const bare = startNode(['--import', 'tsx', 'tools/bench/bare-express.ts', target.mongoUrl, `bare${Date.now()}`]);
  await bare.printed('\n');
  const herald = poster(target.url('identification'), target.token);
  const yardstick = poster(bare.output().trim(), target.token);
  try {
    const company_id = await createApp(requester(target.url('company'), target.token));
    const registerRound = (post: Post, phoneOf: PhoneOf, expected: number) =>
      registerAll(post, phoneOf, { devices: devices!, callers: callers!, expected });
    const phones = (name: string) => (number: number) => phone({ name, company_id, number });
    const rows: (string | number)[][] = [];
    /** CPU time is more reliable than wall-clock time on a busy machine. */
    const measured = async (name: string, run: () => Promise<Load>) => {
      const cpu = () => target.processes.reduce((sum, { process }) => sum + cpuSecondsOf(process), 0);
      const before = cpu();
      const load = await run();
      rows.push([...row(name, load), (((cpu() - before) * 1000) / devices!).toFixed(2)]);
    };
    for (let round = 0; round < rounds!; round++) {
      const ofRound = phones(`round${round}`);
      await measured('new, until the index has them', async () => {
        const load = await registerRound(herald.post, ofRound, 201);
        await indexed(target, devices! * (round + 1));
        return load;
      });
      await measured('known', () => registerRound(herald.post, ofRound, 200));
      rows.push([...row('bare Express, one upsert', await registerRound(yardstick.post, ofRound, 201)), '']);
    }
    console.log(table([`${callers} callers`, 'a second', 'median ms', 'p99', 'max', 'CPU ms each'], rows));
    console.log(await registerAtOnce(herald.post, phones('burst')));
    console.log(`until the index has all: ${await indexed(target, devices! * rounds! + burst!)} s`);
    for (const { name, process } of target.processes)
      console.log(`peak memory of ${name}: ${memoryOf(process).peak} MB`);
  } finally {
    herald.close();
    yardstick.close();
    await bare.end();
    await target.stop();
  }
}

void runBench(main);
