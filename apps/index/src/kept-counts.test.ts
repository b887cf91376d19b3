import { keptCounts } from './kept-counts';

describe('keptCounts', () => {
  let clock = 0;
  const counting = (total: number) => jest.fn(async () => total);

  it('counts a large total once in five seconds, also for those who ask at once', async () => {
    const counts = keptCounts(() => clock);
    const count = counting(1_000);
    expect(await Promise.all([counts('a', count), counts('a', count)])).toEqual([1_000, 1_000]);
    clock += 4_999;
    await counts('a', count);
    expect(count).toHaveBeenCalledTimes(1);
    clock += 1;
    await counts('a', count);
    expect(count).toHaveBeenCalledTimes(2);
  });

  it('counts small totals and other keys anew, and forgets failures', async () => {
    const counts = keptCounts(() => clock);
    const small = counting(999);
    await counts('a', small);
    await counts('a', small);
    expect(small).toHaveBeenCalledTimes(2);
    await counts('b', counting(5_000));
    expect(await counts('c', counting(6_000))).toBe(6_000);
    await expect(counts('d', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await counts('d', counting(7))).toBe(7);
  });

  it('keeps a bounded number of counts', async () => {
    const counts = keptCounts(() => clock);
    const first = counting(1_000);
    await counts('first', first);
    for (let one = 0; one < 1_000; one++) await counts(String(one), counting(1_000));
    await counts('first', first);
    expect(first).toHaveBeenCalledTimes(2);
  });
});
