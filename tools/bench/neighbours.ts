/**
 * What one tenant's load does to another tenant: one reads pages of 10,000 devices by many callers, the other registers
 * devices, looks for them in the index, and searches. Each service is a process of its own; engines as in bench:fanout.
 * `npm run bench:neighbours [-- --devices 60000 --callers 60 --seconds 15]`.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Installation } from '@herald/testing';
import { population } from './devices';
import { quantile, table } from './figures';
import { memoryOf } from './memory';
import { createApp, phone, poster } from './phones';
import { runOnInstallation } from './run';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '60000' },
    callers: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '15' },
  },
});
const [devices, callers, seconds] = [values.devices, values.callers, values.seconds].map(Number) as [
  number,
  number,
  number,
];
const largePage = 10_000;
const everyMs = 500;
/** A company that only the load belongs to. */
const loud = '999001';

type Found = { status: number; ms: number; text: string; retryAfter: number };
type Search = (query: string, filters: object) => Promise<Found>;

function searcher(url: string, token: string): Search {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (query, filters) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(`${url}/index/v1/device?${query}`, { method: 'POST', agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const [text, ms] = [Buffer.concat(parts).toString(), performance.now() - began];
          const { statusCode: status = 0, headers: given } = answer;
          if (status === 200 || status === 503) resolve({ status, ms, text, retryAfter: Number(given['retry-after']) });
          else reject(new Error(`A search was answered with ${status}: ${text}`));
        });
      });
      sent.once('error', reject).end(JSON.stringify(filters));
    });
}

async function fill(it: Installation): Promise<void> {
  const made = population(11);
  const found = it.database('index').collection('devices');
  const device = () => ({ ...made.device(), company_id: loud });
  for (let done = 0; done < devices; done += 2_000)
    await found.insertMany(Array.from({ length: 2_000 }, device), { ordered: false });
}

/** Reads large pages until it is stopped; returns how many were answered, and refused. */
function load(search: Search): () => Promise<{ pages: number; refused: number }> {
  let [isOver, pages, refused] = [false, 0, 0];
  const caller = async () => {
    while (!isOver) {
      const page = 1 + Math.floor((Math.random() * devices) / largePage);
      const { status, retryAfter } = await search(`per_page=${largePage}&page=${page}`, {});
      if (status === 200) pages++;
      else {
        refused++;
        await sleep(retryAfter * 1000);
      }
    }
  };
  const running = Promise.all(Array.from({ length: callers }, caller));
  return async () => {
    isOver = true;
    await running;
    return { pages, refused };
  };
}

type Quiet = { company_id: number; register: ReturnType<typeof poster>['post']; search: Search };

/** What the other tenant sees: times to find a new device, of a small search, and of one large page. */
async function watch(name: string, { company_id, register, search }: Quiet) {
  const [found, small]: number[][] = [[], []];
  const one = async (number: number) => {
    const { core_id, ...rest } = phone({ name, company_id, number });
    const { status } = await register({ core_id, ...rest });
    if (status !== 201) throw new Error(`A registration was answered with ${status}`);
    const began = performance.now();
    while (!(await search('per_page=1', { core_id })).text.includes(core_id)) await sleep(20);
    found!.push(performance.now() - began);
  };
  const tasks: Promise<void>[] = [];
  const end = performance.now() + seconds * 1000;
  for (let number = 0; performance.now() < end; number++) {
    tasks.push(one(number));
    tasks.push(search('per_page=50', { brand: 'Brand 1' }).then(({ ms }) => void small!.push(ms)));
    await sleep(everyMs);
  }
  await Promise.all(tasks);
  const large = await search(`per_page=${largePage}`, {});
  const figures = [found!, small!].flatMap((times) => [0.5, 1].map((share) => quantile(times, share)));
  return [...figures, large.ms].map(Math.round);
}

async function measure(it: Installation): Promise<void> {
  await fill(it);
  const company_id = await createApp(it.to('company'));
  const own = it.token({ companies: [String(company_id)] });
  const { post: register, close } = poster(it.urlOf('identification'), own);
  const quiet: Quiet = { company_id, register, search: searcher(it.urlOf('index'), own) };
  const rows: (string | number)[][] = [['alone', ...(await watch('alone', quiet)), '', '']];
  const began = performance.now();
  const stop = load(searcher(it.urlOf('index'), it.token({ companies: [loud] })));
  await sleep(2_000);
  const beside = await watch('beside', quiet);
  const { pages, refused } = await stop();
  rows.push([
    `beside ${callers} callers`,
    ...beside,
    ((pages * 1000) / (performance.now() - began)).toFixed(1),
    refused,
  ]);
  const head = [
    'found after, median ms',
    'max',
    'small search, median ms',
    'max',
    'large page, ms',
    'pages/s',
    'refused',
  ];
  console.log(table(['the other tenant', ...head], rows));
  for (const { name, process } of it.programs) console.log(`peak memory of ${name}: ${memoryOf(process).peak} MB`);
  close();
}

const services = ['company', 'identification', 'index', 'notifications', 'events'] as const;
const programs = Object.fromEntries(services.map((name) => [name, [name]]));
void runOnInstallation({ programs, env: { RATE_LIMIT_PER_SECOND: '0' } }, measure, 'a process for each service');
