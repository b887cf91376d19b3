import { cached } from './cached';

let lookups: string[];
let answer: () => Promise<string | undefined>;
const recall = () => {
  lookups = [];
  return cached(
    async (key: string) => {
      lookups.push(key);
      return answer();
    },
    { ttlMs: 60_000, maxEntries: 2 },
  );
};
const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 20, value));

it('shares one lookup among concurrent callers, also where it finds nothing', async () => {
  const find = recall();
  for (const found of ['x', undefined]) {
    lookups.length = 0;
    answer = () => later(found);
    const key = String(found);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => find(key))))).toEqual(new Set([found]));
    expect(lookups).toEqual([key]);
  }
});

it('rejects all concurrent callers of a failed lookup, and looks up again for the next', async () => {
  const find = recall();
  answer = () => later(0).then(() => Promise.reject(new Error('down')));
  const failed = await Promise.allSettled([find('a'), find('a')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  answer = () => later('up');
  expect(await find('a')).toBe('up');
  expect(lookups).toEqual(['a', 'a']);
});

it('gives the stale value while the lookup fails, whatever the wall clock does', async () => {
  const find = recall();
  answer = async () => 'first';
  await find('a');
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 61_000);
  jest.spyOn(Date, 'now').mockReturnValue(0);
  answer = async () => Promise.reject(new Error('down'));
  expect(await find('a')).toBe('first');
  answer = async () => 'second';
  clock.mockReturnValue(now + 61_002);
  await later(undefined);
  expect(await find('a')).toBe('second');
  expect(lookups).toHaveLength(3);
  jest.restoreAllMocks();
});
