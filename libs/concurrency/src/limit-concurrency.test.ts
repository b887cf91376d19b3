import { setImmediate as nextTurn } from 'node:timers/promises';
import { limitConcurrency, limitPerKey } from './limit-concurrency';

/** Work that records its start and ends on demand. */
function controlled() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { started, run, end: (name: string) => ends.get(name)!() };
}

describe('limitConcurrency', () => {
  it('runs work in the order of arrival and refuses what exceeds the queue', async () => {
    const onFull = () => new Error('full');
    const limit = limitConcurrency({ max: 2, maxQueued: 3, onFull });
    const { started, run, end } = controlled();
    const results = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => limit(run(name)));
    await expect(results[5]).rejects.toThrow('full');
    expect(started).toEqual(['a', 'b']);
    for (const [at, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      end(name);
      expect(await results[at]).toBe(name);
      await nextTurn();
    }
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(limit.isIdle()).toBe(true);
  });

  it('frees the place of work that fails', async () => {
    const limit = limitConcurrency({ max: 1, maxQueued: 1 });
    const failing = limit(() => Promise.reject(new Error('no')));
    const next = limit(async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
    expect(await limit(async () => 'again')).toBe('again');
  });
});

describe('limitPerKey', () => {
  it('limits each key by itself', async () => {
    const limit = limitPerKey(1);
    const { started, run, end } = controlled();
    const results = [limit('x', run('x1')), limit('x', run('x2')), limit('y', run('y1'))];
    await nextTurn();
    expect(started).toEqual(['x1', 'y1']);
    end('x1');
    await results[0];
    await nextTurn();
    expect(started).toEqual(['x1', 'y1', 'x2']);
    for (const name of ['x2', 'y1']) end(name);
    expect(await Promise.all(results)).toEqual(['x1', 'x2', 'y1']);
  });
});
