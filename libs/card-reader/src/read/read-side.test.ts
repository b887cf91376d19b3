import { widest } from './read-side';

it('reads the print of a card that is covered with a pattern of small signs', () => {
  const boxOf = (width: number, y: number) => ({ x: 0, y, width, height: 20 });
  const print = [boxOf(300, 410), boxOf(90, 420), boxOf(40, 430)];
  const pattern = Array.from({ length: 200 }, (_, at) => boxOf(22, at * 2));
  const chosen = widest([...pattern, ...print]);
  expect(chosen).toHaveLength(90);
  expect(chosen.slice(-3)).toEqual(print);
});
