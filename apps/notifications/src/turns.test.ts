import { setImmediate as soon } from 'node:timers/promises';
import { turns } from './turns';

/** Work that ends when it is told to. */
function task(began: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = async () => {
    began.push(name);
    await ended;
  };
  return { work, end };
}

it('lets two work under a name, and others under theirs, in the order they came', async () => {
  const inTurn = turns(2);
  const began: string[] = [];
  const [a, b, c, d, other] = ['a', 'b', 'c', 'd', 'other'].map((name) => task(began, name));
  const all = [a!, b!, c!, d!].map(({ work }) => inTurn('huge', work));
  const alone = inTurn('small', other!.work);
  await soon();
  expect(began).toEqual(['a', 'b', 'other']);
  b!.end();
  await all[1];
  await soon();
  expect(began).toEqual(['a', 'b', 'other', 'c']);
  for (const one of [a!, c!, d!, other!]) one.end();
  await Promise.all([...all, alone]);
  expect(began.at(-1)).toBe('d');
});

it('gives the place on though the work fails', async () => {
  const inTurn = turns(1);
  const failing = inTurn('huge', async () => {
    throw new Error('no');
  });
  const next = inTurn('huge', async () => 'served');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('served');
});
