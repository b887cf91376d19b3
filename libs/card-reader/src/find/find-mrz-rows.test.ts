import { findMrzRows } from './find-mrz-rows';

const row = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

it('joins the fillers of a row, which are lower than its letters', () => {
  const boxes = [row(70, 593, 600, 48), row(682, 605, 533, 30), row(69, 650, 1146, 49), row(69, 707, 1146, 49)];
  const found = findMrzRows(boxes, 1280);
  expect(found.map(({ x, y, width }) => [x, y, width])).toEqual([
    [69, 593, 1146],
    [69, 650, 1146],
    [69, 707, 1146],
  ]);
});

it('finds no zone in two lines of print far from one another', () => {
  expect(findMrzRows([row(70, 100, 900, 30), row(70, 500, 900, 30)], 1280)).toEqual([]);
});
