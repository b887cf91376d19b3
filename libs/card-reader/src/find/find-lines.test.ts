import { joinNeighbours } from './find-lines';

const box = (x: number, width: number, height: number) => ({ x, y: 100, width, height });

it('joins the words of a line, with and without ascenders', () => {
  expect(joinNeighbours([box(100, 60, 22), box(170, 80, 13)])).toEqual([box(100, 150, 22)]);
});

it('does not join a line with the edge of a portrait beside it', () => {
  const [edge, name] = [box(60, 320, 58), box(414, 200, 22)];
  expect(joinNeighbours([edge, name])).toEqual([edge, name]);
});
