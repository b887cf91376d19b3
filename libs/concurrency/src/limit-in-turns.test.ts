import { limitInTurns } from './limit-in-turns';

/** Work that a test ends, and that notes its begin. */
function controlled(limit: ReturnType<typeof limitInTurns>) {
  const began: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    began,
    start: (key: string, name: string) =>
      limit(key, () => {
        began.push(name);
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (error) => (error ? reject(error) : resolve(name))),
        );
      }),
    async end(name: string, error?: Error) {
      ends.get(name)!(error);
      await new Promise(setImmediate);
    },
  };
}

it('runs as many at once as the limit allows, and gives their results', async () => {
  const work = controlled(limitInTurns({ max: 2 }));
  const first = work.start('a', 'a1');
  void work.start('a', 'a2');
  void work.start('a', 'a3');
  expect(work.began).toEqual(['a1', 'a2']);
  await work.end('a1');
  expect(await first).toBe('a1');
  expect(work.began).toEqual(['a1', 'a2', 'a3']);
});

it('lets a key with one piece of work wait for one turn of a key with many', async () => {
  const work = controlled(limitInTurns({ max: 1 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void work.start('a', name);
  void work.start('b', 'b1');
  void work.start('c', 'c1');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) await work.end(name);
  expect(work.began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

it('hands the place of failed work over, and is free again when all ended', async () => {
  const work = controlled(limitInTurns({ max: 1 }));
  const failing = work.start('a', 'a1').catch((error: Error) => error.message);
  void work.start('b', 'b1');
  await work.end('a1', new Error('refused'));
  expect(await failing).toBe('refused');
  expect(work.began).toEqual(['a1', 'b1']);
  await work.end('b1');
  void work.start('a', 'a2');
  expect(work.began).toEqual(['a1', 'b1', 'a2']);
});
