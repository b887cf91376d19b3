import { smallKinds } from './small-kinds';

it('takes a kind for small after five small results, until a large one', () => {
  const kinds = smallKinds(100);
  const seen = [99, 0, 1, 2, 3, 4, 100, 5].map((total) => {
    kinds.note('model', total);
    return kinds.has('model');
  });
  expect(seen).toEqual([false, false, false, false, true, true, false, false]);
  expect(kinds.has('brand')).toBe(false);
});

it('remembers a bounded number of kinds, the latest', () => {
  const kinds = smallKinds(100);
  const noteOften = (kind: string) => Array.from({ length: 5 }, () => kinds.note(kind, 1));
  noteOften('first');
  for (let kind = 0; kind < 1_000; kind++) noteOften(`kind ${kind}`);
  expect(['first', 'kind 0', 'kind 999'].map(kinds.has)).toEqual([false, true, true]);
});
