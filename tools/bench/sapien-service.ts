/**
 * Reads generated cards with the reader alone (tools/bench/sapien.ts), then through the service: cold start, two
 * cards at once compared with one, health under full load, memory.
 *
 *   npm run bench:sapien [-- --seed 7 --copies 1 --each 2 --layouts chi,esp --conditions clean --service-only]
 *   [--invented 12 --aside 8]  layouts of countries that the reader does not know; those kept aside
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { signToken } from '@herald/auth';
import { freePort, type Process, startNode } from '@herald/testing';
import { quantiles } from './figures';
import { childrenOf, cpuSecondsOf, memoryOf } from './memory';
import { runBench } from './run';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    copies: { type: 'string', default: '1' },
    layouts: { type: 'string' },
    conditions: { type: 'string' },
    each: { type: 'string', default: '2' },
    invented: { type: 'string', default: '12' },
    aside: { type: 'string', default: '0' },
    'service-only': { type: 'boolean', default: false },
  },
});
const secret = 'a secret of the benchmark, long enough';
const authorization = `Bearer ${signToken(secret, { subject: 'bench', companies: '*', scope: '*', seconds: 3600 })}`;
const [threads, queue] = [2, 10];

type Pair = { front: Buffer; back: Buffer };

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', program, ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} exited with ${status}`);
}

function draw(folder: string, more: Record<string, string | undefined>): Pair[] {
  const args = Object.entries({ out: folder, ...more }).flatMap(([name, value]) => (value ? [`--${name}`, value] : []));
  run('tools/specimens/generate.ts', ...args);
  const specimens = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as { files: Record<string, string> }[];
  const bytes = (name: string) => readFileSync(join(folder, name));
  return specimens.map(({ files }) => ({ front: bytes(files.front!), back: bytes(files.back!) }));
}

/** Sends a card; gives the status and the duration. */
async function read(url: string, { front, back }: Pair, company = '1'): Promise<{ status: number; ms: number }> {
  const form = new FormData();
  form.set('company_id', company);
  form.set('front_image', new Blob([new Uint8Array(front)]));
  form.set('back_image', new Blob([new Uint8Array(back)]));
  const start = performance.now();
  const answer = await fetch(`${url}/sapien/api/v1/credential`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - start };
}

/** The service and its reader processes together. */
const cpuOf = (service: Process) => [service, ...childrenOf(service)].reduce((sum, one) => sum + cpuSecondsOf(one), 0);

/** The duration of two loops at once, compared with one: 1 on two free cores, more on a busy machine. */
async function yardstick(): Promise<number> {
  const loop = async () => {
    const worker = new Worker('let sum = 0; for (let n = 0; n < 3e8; n++) sum += n; process.exit(sum > 0 ? 0 : 1);', {
      eval: true,
    });
    await once(worker, 'exit');
  };
  const timed = async (count: number) => {
    const start = performance.now();
    await Promise.all(Array.from({ length: count }, loop));
    return performance.now() - start;
  };
  const [one, two]: number[][] = [[], []];
  for (let turn = 0; turn < 3; turn++) {
    one!.push(await timed(1));
    two!.push(await timed(2));
  }
  return median(two!) / median(one!);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const median = (times: number[]) => quantiles(times)[0];

async function together(url: string, cards: Pair[]): Promise<number> {
  const start = performance.now();
  await Promise.all(cards.map((card) => read(url, card)));
  return performance.now() - start;
}

/** Alternates pairs and single cards, so that other load on the machine affects both equally. */
async function oneAgainstTwo(url: string, service: Process, cards: Pair[]): Promise<void> {
  console.log(`yardstick: two plain loops at once take ${(await yardstick()).toFixed(2)} times as long as one`);
  const [ones, twos]: number[][] = [[], []];
  const cpuBefore = cpuOf(service);
  for (const [at, card] of cards.entries()) {
    ones!.push(await together(url, [card]));
    twos!.push(await together(url, [card, cards[(at + 1) % cards.length]!]));
  }
  const cpu = (cpuOf(service) - cpuBefore) / (cards.length * 3);
  const ratio = median(twos!) / median(ones!);
  console.log(
    `one: median ${seconds(median(ones!))}; two at once: ${seconds(median(twos!))}, ${ratio.toFixed(2)} times as long`,
  );
  console.log(
    `CPU per card, all processes: ${cpu.toFixed(2)} s; ` +
      `load of the machine: ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
  );
}

async function fullLoad(url: string, cards: Pair[]): Promise<void> {
  let reading = true;
  const sent = Array.from({ length: threads + queue + 2 }, (_, at) =>
    read(url, cards[at % cards.length]!, String(1 + (at % 4))),
  );
  const all = Promise.all(sent).finally(() => (reading = false));
  const health: number[] = [];
  while (reading) {
    const start = performance.now();
    await (await fetch(`${url}/health/ready`)).arrayBuffer();
    health.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const counts: Record<number, number> = {};
  for (const { status } of await all) counts[status] = (counts[status] ?? 0) + 1;
  const [middle, p95, max] = quantiles(health);
  console.log(`${sent.length} at once, ${threads + queue} places: ${JSON.stringify(counts)}`);
  console.log(`health meanwhile: median ${middle} ms, p95 ${p95} ms, max ${max} ms of ${health.length}`);
}

async function throughService(cards: Pair[], dataDir: string): Promise<void> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const start = performance.now();
  const service = startNode(['dist/apps/sapien/main.js'], {
    env: {
      ...process.env,
      PORT: new URL(url).port,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      AUTH_JWT_SECRET: secret,
      SAPIEN_THREADS: String(threads),
      SAPIEN_QUEUE: String(queue),
    },
  });
  try {
    await service.ready(url);
    const ready = performance.now() - start;
    const { status } = await read(url, cards[0]!);
    console.log(
      `cold start: ready after ${seconds(ready)}, first answer (${status}) after ${seconds(performance.now() - start)}`,
    );
    await oneAgainstTwo(url, service, cards);
    await fullLoad(url, cards);
    const readers = childrenOf(service).map((reader) => memoryOf(reader).peak);
    const all = readers.reduce((sum, one) => sum + one, memoryOf(service).peak);
    const each = `service with the stand-ins in it ${memoryOf(service).peak}, readers ${readers.join(' and ')}`;
    console.log(`resident memory: peak ${all} MB (${each})`);
  } finally {
    await service.end();
  }
}

function measure(title: string, folder: string): void {
  console.log(`\n${title}`);
  run('tools/bench/sapien.ts', folder);
  run('tools/bench/sapien-pairs.ts', folder, '--partners=1');
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  try {
    const { seed, copies, layouts, conditions, each, invented, aside } = values;
    if (!values['service-only']) {
      const [known, unknown] = [join(folder, 'known'), join(folder, 'unknown')];
      draw(known, { seed, copies, layouts, conditions, each });
      measure('countries with a file', known);
      draw(unknown, { seed, copies, conditions, each, invented, aside });
      measure('countries without a file', unknown);
    }
    const cards = draw(join(folder, 'some'), { seed, layouts: layouts ?? 'chi,bra,ury', conditions: 'clean,persp' });
    await throughService(cards, join(folder, 'data'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void runBench(main);
