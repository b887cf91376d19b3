import { keptCounts } from './kept-counts';

describe('keptCounts', () => {
  let clock = 0;
  const counting = (total: number) => jest.fn(async () => total);

  it('counts a large total once, also for those who ask at once, and in the background when it ages', async () => {
    const counts = keptCounts(() => clock);
    const count = counting(1_000);
    expect(await Promise.all([counts.of('a', count), counts.of('a', count)])).toEqual([1_000, 1_000]);
    clock += 1_999;
    await counts.of('a', count);
    expect(count).toHaveBeenCalledTimes(1);
    clock += 1;
    expect(await counts.of('a', counting(2_000))).toBe(1_000);
    await new Promise(setImmediate);
    expect(counts.known('a')).toBe(2_000);
  });

  it('gives out no total older than six seconds', async () => {
    const counts = keptCounts(() => clock);
    await counts.of('a', counting(1_000));
    clock += 5_999;
    expect(counts.known('a')).toBe(1_000);
    clock += 1;
    expect(counts.known('a')).toBeUndefined();
    expect(await counts.of('a', counting(3_000))).toBe(3_000);
  });

  it('counts small totals and other keys anew, and forgets failures', async () => {
    const counts = keptCounts(() => clock);
    const small = counting(999);
    await counts.of('a', small);
    await counts.of('a', small);
    expect(small).toHaveBeenCalledTimes(2);
    await counts.of('b', counting(5_000));
    expect(await counts.of('c', counting(6_000))).toBe(6_000);
    await expect(counts.of('d', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await counts.of('d', counting(7))).toBe(7);
  });

  it('keeps a bounded number of counts', async () => {
    const counts = keptCounts(() => clock);
    const first = counting(1_000);
    await counts.of('first', first);
    for (let one = 0; one < 1_000; one++) await counts.of(String(one), counting(1_000));
    await counts.of('first', first);
    expect(first).toHaveBeenCalledTimes(2);
  });
});
