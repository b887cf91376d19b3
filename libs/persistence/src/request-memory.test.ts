import { randomBytes } from 'node:crypto';
import { connectDatabase, requestMemory, type DatabaseServer } from './index';

let server: DatabaseServer;
const name = `t${randomBytes(6).toString('hex')}_memory`;
beforeAll(async () => (server = await connectDatabase(process.env.MONGO_URL!)));
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});
afterEach(() => jest.restoreAllMocks());

const memory = () => requestMemory(server.database(name));
const later = (windowSeconds: number) => {
  const then = Date.now() + windowSeconds * 1000;
  jest.spyOn(Date, 'now').mockReturnValue(then);
};

describe('a rate limit', () => {
  const limit = { max: 3, windowSeconds: 60 };

  it('gives no more places than there are in any stretch of its time', async () => {
    const take = () => memory().take('a', limit);
    expect(await take()).toBe(0);
    later(30);
    expect([await take(), await take()]).toEqual([0, 0]);
    later(15);
    expect(await take()).toBeGreaterThan(10);
    later(16);
    expect([await take(), (await take()) > 20]).toEqual([0, true]);
  });

  it('bears requests at the same moment', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => memory().take('b', limit)));
    expect(taken.filter((left) => left === 0)).toHaveLength(3);
  });
});

describe('an idempotency key', () => {
  it('belongs to one of many requests at the same moment', async () => {
    const begun = await Promise.all(Array.from({ length: 10 }, () => memory().begin('c', 'same')));
    expect(begun.map(({ state }) => state).sort()).toEqual(['mine', ...Array(9).fill('running')]);
    expect(await memory().begin('c', 'another')).toEqual({ state: 'other' });
  });

  it('keeps the first answer', async () => {
    const answer = { status: 201, body: { data: { 'a.b': [1, null] } } };
    await memory().begin('d', 'x');
    await memory().finish('d', answer);
    expect(await memory().begin('d', 'x')).toEqual({ state: 'done', uuid: expect.any(String), answer });
  });

  it('comes back with the same uuid after a failure, and when its process died', async () => {
    const first = await memory().begin('e', 'x');
    await memory().release('e');
    expect(await memory().begin('e', 'x')).toEqual(first);
    expect((await memory().begin('e', 'x')).state).toBe('running');
    later(16 * 60);
    expect(await memory().begin('e', 'x')).toEqual(first);
  });
});

it('is not held up for an hour by a clock that is set back by an hour', async () => {
  const hourMs = 3_600_000;
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + hourMs);
  expect(await memory().take('clock', { max: 1, windowSeconds: 60 })).toBe(0);
  expect((await memory().begin('clock', 'a')).state).toBe('mine');
  now.mockRestore();
  expect(await memory().take('clock', { max: 1, windowSeconds: 60 })).toBe(0);
  expect((await memory().begin('clock', 'a')).state).toBe('mine');
  expect(await memory().take('clock', { max: 1, windowSeconds: 60 })).toBeGreaterThan(0);
});
