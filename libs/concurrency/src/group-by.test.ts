import { groupBy } from './group-by';

it('keeps the order of the items, and of the first item of each key', () => {
  const groups = groupBy(['b1', 'a1', 'b2'], (name) => name[0]);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
