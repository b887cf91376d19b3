import { signToken } from '@herald/auth';
import { eventually } from '@herald/testing';
import { anyUuid, named, noCampaign, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

type Counts = { uuid: string; terminated: boolean; statistics: { total: number; sended: number; fails: number } };

/** Reads a stream of events until it is closed or ends. */
async function watch(uuids: string[], token = herald.token({ companies: [1] })) {
  const closed = new AbortController();
  const url = `${herald.url}/campaigns/api/v1/live?campaigns=${uuids.join()}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: closed.signal });
  const seen: Counts[] = [];
  const state = { hasEnded: false, text: '' };
  const read = async () => {
    let rest = '';
    for await (const bytes of answer.body!) {
      const text = Buffer.from(bytes).toString();
      state.text += text;
      const parts = (rest + text).split('\n\n');
      rest = parts.pop()!;
      for (const part of parts) if (part.startsWith('data: ')) seen.push(JSON.parse(part.slice(6)) as Counts);
    }
    state.hasEnded = true;
  };
  const reading = read().catch(() => {});
  return { answer, seen, state, close: () => closed.abort(), reading };
}

it('gives the counts as they are, and again when they change', async () => {
  const uuid = await herald.start({ notifications: named('a', 'b') });
  const other = await herald.start({ notifications: named('c') });
  const batch = await herald.firstBatch(uuid);
  await herald.firstBatch(other);
  const { answer, seen, close } = await watch([uuid, other]);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(answer.headers.get('connection')).toBe('close');
  expect([answer.headers.get('x-accel-buffering'), answer.headers.get('cache-control')]).toEqual(['no', 'no-store']);
  await eventually(() => seen.length === 2);
  expect(new Set(seen.map((one) => one.uuid))).toEqual(new Set([uuid, other]));
  await herald.settle(batch, [{ reason: 'gone', core_ids: ['b'] }]);
  await eventually(() =>
    seen.some((one) => one.uuid === uuid && one.terminated && one.statistics.sended + one.statistics.fails === 2),
  );
  expect(seen.filter((one) => one.uuid === other)).toHaveLength(1);
  close();
});

it('ends with its token', async () => {
  const uuid = await herald.start({ notifications: named('a') });
  // Tokens are taken for 30 s after their time.
  const claims = { subject: 'tester', companies: [1], scope: '*', seconds: -20 } as const;
  const { answer, state, reading } = await watch([uuid], signToken(herald.env.AUTH_JWT_SECRET!, claims as never));
  expect(answer.status).toBe(200);
  await reading;
  expect(state.hasEnded).toBe(true);
  expect(state.text).toContain(': \n\n');
});

it('limits the streams of one caller, and ends them all at a stop', async () => {
  const other = await startCampaigns();
  const uuid = await other.start({ notifications: named('a') });
  const url = `${other.url}/campaigns/api/v1/live?campaigns=${uuid}`;
  const headers = { authorization: `Bearer ${other.token()}` };
  const open = await Promise.all(Array.from({ length: 10 }, () => fetch(url, { headers })));
  expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect((await fetch(url, { headers })).status).toBe(429);
  const ends = Promise.all(open.map((one) => one.text()));
  const began = performance.now();
  await other.stop();
  await ends;
  expect(performance.now() - began).toBeLessThan(10_000);
});

it('answers 404 for a campaign of another company, and 422 for what is no uuid', async () => {
  const uuid = await herald.start({ notifications: named('a') });
  const ask = async (campaigns: string, companies: number[]) => {
    const { status, body } = await herald.as(companies)('GET /campaigns/api/v1/live', { query: { campaigns } });
    return [status, body];
  };
  expect(await ask(uuid, [2])).toEqual(noCampaign);
  expect(await ask(anyUuid(), [1])).toEqual(noCampaign);
  expect((await ask('x', [1]))[0]).toBe(422);
});
