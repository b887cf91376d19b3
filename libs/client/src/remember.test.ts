import { remember } from './remember';

let lookups: string[];
let answer: () => Promise<string | undefined>;
const recall = () => {
  lookups = [];
  return remember(
    async (key: string) => {
      lookups.push(key);
      return answer();
    },
    { seconds: 60, size: 2 },
  );
};
const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 20, value));

it('asks once for callers that ask the same at the same time, also where nothing is found', async () => {
  const find = recall();
  for (const found of ['x', undefined]) {
    lookups.length = 0;
    answer = () => later(found);
    const key = String(found);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => find(key))))).toEqual(new Set([found]));
    expect(lookups).toEqual([key]);
  }
});

it('tells all callers of one failure, and asks again for the next', async () => {
  const find = recall();
  answer = () => later(0).then(() => Promise.reject(new Error('down')));
  const failed = await Promise.allSettled([find('a'), find('a')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  answer = () => later('up');
  expect(await find('a')).toBe('up');
  expect(lookups).toEqual(['a', 'a']);
});

it('uses a stale answer while the lookup fails, and is not misled by a clock that is set back', async () => {
  const find = recall();
  answer = async () => 'first';
  await find('a');
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 61_000);
  jest.spyOn(Date, 'now').mockReturnValue(0);
  answer = async () => Promise.reject(new Error('down'));
  expect(await find('a')).toBe('first');
  answer = async () => 'second';
  expect(await find('a')).toBe('second');
  expect(lookups).toHaveLength(3);
  jest.restoreAllMocks();
});
