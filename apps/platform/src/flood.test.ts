import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { object, integer } from '@herald/contracts';
import { route, success } from '@herald/http';
import { defineService } from '@herald/service';
import { eventually, startForTest, type Tested } from '@herald/testing';

/** A route that takes a number, and answers when its work is done. */
const after = (path: `/${string}`, work: (number: number) => Promise<void>) =>
  route(`POST ${path}`, {
    summary: 'Work',
    scope: 'channels:write',
    resource: 'Word',
    body: object({ number: integer() }),
    returns: success(200, 'Ok', object({})),
    errors: {},
    async handle({ body }) {
      await work(body.number);
      return {};
    },
  });

/** Whose work was done, each time: that of a request that timed out is done again when it returns. */
const done: number[] = [];
/** Work that a process can do at most 500 times a second. */
let turn = Promise.resolve();
const work = after('/channels/work', async (number) => {
  await (turn = turn.then(() => sleep(2)));
  done.push(number);
});
const greet = after('/channels/greeting', async () => {});
/** Takes long enough for 150 large bodies to arrive on a busy machine. */
const wait = after('/channels/wait', () => sleep(3_000));
const service = defineService<object>({
  name: 'channels',
  summary: 'Words',
  routes: { work, greet, wait },
  deps: () => ({}),
});

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

type Answer = { status: number; retryAfter: number; ms: number };

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

const headersOf = (companies: '*' | number[]) => ({
  authorization: `Bearer ${herald.token({ companies })}`,
  'content-type': 'application/json',
});

/** Sends a body whole, with its length, or in two parts without it. */
const post = (path: string, body: object, { inParts = false, companies = '*' as '*' | number[] } = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const began = performance.now();
    const headers = headersOf(companies);
    const sent = request(`${herald.url}${path}`, { method: 'POST', agent, headers }, (answer) => {
      const [status, retryAfter] = [answer.statusCode!, Number(answer.headers['retry-after'])];
      answer.resume().once('end', () => resolve({ status, retryAfter, ms: performance.now() - began }));
    });
    const text = JSON.stringify(body);
    if (inParts) sent.write(text.slice(0, 5));
    sent.once('error', reject).end(inParts ? text.slice(5) : text);
  });

it('answers a tenant while all that another one sends to a route arrives slowly', async () => {
  const headers = { ...headersOf([1]), 'content-length': '100' };
  const slow = Array.from({ length: 201 }, () => {
    const sent = request(`${herald.url}/channels/greeting`, { method: 'POST', headers });
    sent.once('error', () => {}).write('{');
    return sent;
  });
  try {
    await eventually(async () => (await post('/channels/greeting', { number: 1 }, { companies: [1] })).status === 503);
    expect(await post('/channels/greeting', { number: 1 }, { companies: [2] })).toMatchObject({ status: 200 });
  } finally {
    for (const sent of slow) sent.destroy();
  }
  const again = async () => (await post('/channels/greeting', { number: 1 }, { companies: [1] })).status === 200;
  await eventually(again);
});

it('answers 2,000 callers at once early, and does the work of all when they return as told', async () => {
  const longestOf = (list: Answer[]) => Math.max(...list.map(({ ms }) => ms));
  const numbers = Array.from({ length: 2_000 }, (_, number) => number);
  const withoutWork = await Promise.all(numbers.map((number) => post('/channels/greeting', { number })));
  const answers: Answer[] = [];
  const untilDone = async (number: number) => {
    for (;;) {
      const answer = await post('/channels/work', { number });
      answers.push(answer);
      if (answer.status === 200) return;
      await sleep(answer.retryAfter * 1000);
    }
  };
  await Promise.all(numbers.map(untilDone));
  const timedOut = answers.filter(({ status, ms }) => status === 503 && ms >= 30_000);
  expect(new Set(done).size).toBe(2_000);
  expect(done.length - 2_000).toBeLessThanOrEqual(timedOut.length);
  const refused = answers.filter(({ status }) => status !== 200);
  // A busy machine sends the 2,000 one after another, so that fewer of them meet.
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ status, retryAfter }) => status === 503 && retryAfter >= 1)).toBe(true);
  // On a busy machine, an answer without any work is late as well.
  expect(longestOf(answers)).toBeLessThan(Math.max(10_000, 3 * longestOf(withoutWork)));
}, 300_000);

it('weighs bodies by their size, whether their length is announced or not', async () => {
  const statusesOf = async (characters: number, inParts: boolean) => {
    const body = { number: 1, more: 'x'.repeat(characters) };
    const answers = await Promise.all(Array.from({ length: 150 }, () => post('/channels/wait', body, { inParts })));
    return new Set(answers.map(({ status }) => status));
  };
  for (const inParts of [false, true]) {
    expect(await statusesOf(10, inParts)).toEqual(new Set([200]));
    expect(await statusesOf(500_000, inParts)).toEqual(new Set([200, 503]));
  }
});
