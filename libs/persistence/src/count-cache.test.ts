import { countCache } from './count-cache';

describe('countCache', () => {
  let clock = 0;
  const counting = (total: number) => jest.fn(async () => total);

  it('counts a large total once, also for concurrent reads, and in the background when it ages', async () => {
    const counts = countCache({ now: () => clock });
    const count = counting(1_000);
    expect(await Promise.all([counts.read('a', count), counts.read('a', count)])).toEqual([1_000, 1_000]);
    clock += 1_999;
    await counts.read('a', count);
    expect(count).toHaveBeenCalledTimes(1);
    clock += 1;
    expect(await counts.read('a', counting(2_000))).toBe(1_000);
    await new Promise(setImmediate);
    expect(counts.peek('a')).toBe(2_000);
  });

  it('returns no total older than six seconds', async () => {
    const counts = countCache({ now: () => clock });
    await counts.read('a', counting(1_000));
    clock += 5_999;
    expect(counts.peek('a')).toBe(1_000);
    clock += 1;
    expect(counts.peek('a')).toBeUndefined();
    expect(await counts.read('a', counting(3_000))).toBe(3_000);
  });

  it('returns a huge total for a minute, and counts it in the background from ten seconds on', async () => {
    const counts = countCache({ now: () => clock });
    await counts.read('a', counting(100_000));
    clock += 9_999;
    const again = counting(100_001);
    expect(await counts.read('a', again)).toBe(100_000);
    expect(again).not.toHaveBeenCalled();
    clock += 50_000;
    expect(await counts.read('a', again)).toBe(100_000);
    await new Promise(setImmediate);
    expect(counts.peek('a')).toBe(100_001);
    clock += 60_000;
    expect(counts.peek('a')).toBeUndefined();
  });

  it('caches neither small totals nor failures, and each key apart', async () => {
    const counts = countCache({ now: () => clock });
    const small = counting(999);
    await counts.read('a', small);
    await counts.read('a', small);
    expect(small).toHaveBeenCalledTimes(2);
    await counts.read('b', counting(5_000));
    expect(await counts.read('c', counting(6_000))).toBe(6_000);
    await expect(counts.read('d', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await counts.read('d', counting(7))).toBe(7);
  });

  it('hands the last count, however old, to the next one', async () => {
    const counts = countCache<{ total: number; by: string }>({ now: () => clock });
    const first = { total: 1_000, by: 'first' };
    await counts.read('a', async () => first);
    clock += 600_000;
    const next = jest.fn(async () => ({ total: 2_000, by: 'next' }));
    expect(await counts.read('a', next)).toEqual({ total: 2_000, by: 'next' });
    expect(next).toHaveBeenCalledWith(first);
  });

  it('caches a bounded number of counts', async () => {
    const counts = countCache({ now: () => clock });
    const first = counting(1_000);
    await counts.read('first', first);
    for (let one = 0; one < 1_000; one++) await counts.read(String(one), counting(1_000));
    await counts.read('first', first);
    expect(first).toHaveBeenCalledTimes(2);
  });
});
