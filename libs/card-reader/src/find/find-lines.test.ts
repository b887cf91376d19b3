import { loadOpenCv } from '../picture/opencv';
import { findLineBoxes, joinNeighbours } from './find-lines';

const box = (x: number, width: number, height: number) => ({ x, y: 100, width, height });

it('joins the words of a line, with and without ascenders', () => {
  expect(joinNeighbours([box(100, 60, 22), box(170, 80, 13)])).toEqual([box(100, 150, 22)]);
});

it('does not join a line with the edge of a portrait beside it', () => {
  const [edge, name] = [box(60, 320, 58), box(414, 200, 22)];
  expect(joinNeighbours([edge, name])).toEqual([edge, name]);
});

it('finds a number that is larger than any word, also its narrow digits, and no single sign as large', async () => {
  const { cv } = await loadOpenCv();
  const picture = { data: Buffer.alloc(900 * 300, 255), width: 900, height: 300, channels: 1 as const };
  const stroke = (x: number, width: number) => {
    for (let y = 100; y < 170; y++) picture.data.fill(0, y * 900 + x, y * 900 + x + width);
  };
  // 1, 7, 2, 0 and far away a 1.
  for (const x of [130, 190, 250]) for (const part of [x, x + 14, x + 28]) stroke(part, 9);
  stroke(90, 12);
  stroke(600, 12);
  const [line, ...others] = findLineBoxes(cv, picture);
  expect(others).toEqual([]);
  expect(line!.x).toBeLessThan(100);
  expect(line!.x + line!.width).toBeGreaterThan(280);
});
