import { limitConcurrency } from './limit-concurrency';

it('runs some at once in the order they came, and refuses more than may wait', async () => {
  const limited = limitConcurrency({ max: 2, maxWaiting: 3 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const results = Array.from({ length: 6 }, (_, at) =>
    limited(() => {
      begun.push(at);
      return new Promise<number>((resolve) => ends.push(() => resolve(at)));
    }),
  );
  await expect(results[5]).rejects.toMatchObject({ status: 503, detail: { headers: { 'Retry-After': '5' } } });
  expect(begun).toEqual([0, 1]);
  for (let at = 0; at < 5; at++) {
    ends[at]!();
    expect(await results[at]).toBe(at);
    await new Promise(setImmediate);
  }
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

it('gives the slot of work that failed to the next', async () => {
  const limited = limitConcurrency({ max: 1, maxWaiting: 1 });
  const failing = limited(() => Promise.reject(new Error('no')));
  const next = limited(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await limited(async () => 'again')).toBe('again');
});
