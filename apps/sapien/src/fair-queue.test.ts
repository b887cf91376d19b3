import { fairQueue } from './fair-queue';

const drawn = (queue: ReturnType<typeof fairQueue<string>>) => {
  const items: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) items.push(item);
  return items.join(' ');
};

it('serves tenants in turn, each in its order, however many one has sent', () => {
  const queue = fairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) queue.push(item[0]!, item);
  expect(drawn(queue)).toBe('a1 b1 c1 a2 b2 a3 a4');
  expect(queue.isEmpty()).toBe(true);
});

it('keeps the turns of the others when an item is removed', () => {
  const queue = fairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', '__proto__']) queue.push(item.length > 2 ? item : item[0]!, item);
  queue.remove('a', 'a1');
  queue.remove('b', 'b1');
  queue.remove('x', 'never there');
  expect(drawn(queue)).toBe('a2 __proto__');
});

it('is empty once it was drained', () => {
  const queue = fairQueue<string>();
  for (const item of ['a1', 'b1', 'a2']) queue.push(item[0]!, item);
  expect([queue.drain().sort(), queue.take(), queue.isEmpty()]).toEqual([['a1', 'a2', 'b1'], undefined, true]);
});
