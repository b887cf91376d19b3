import type { Quad } from './quads';
import { locateBox } from './perspective';

const color = { width: 1000, height: 500 };
const quad = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y })) as Quad;

it('a box is at the same shares of a picture that is the card itself', () => {
  const corners = quad([0, 0], [1, 0], [1, 1], [0, 1]);
  expect(locateBox({ x: 100, y: 50, width: 300, height: 100 }, { color, corners })).toEqual({
    box: { x: 0.1, y: 0.1, width: 0.3, height: 0.2 },
    corners: quad([0.1, 0.1], [0.4, 0.1], [0.4, 0.3], [0.1, 0.3]),
  });
});

it('follows the turn of the card: the first corner stays the top left one of the text', () => {
  const upsideDown = quad([1, 1], [0, 1], [0, 0], [1, 0]);
  const { corners } = locateBox({ x: 100, y: 50, width: 300, height: 100 }, { color, corners: upsideDown });
  expect(corners).toEqual(quad([0.9, 0.9], [0.6, 0.9], [0.6, 0.7], [0.9, 0.7]));
});

it('follows the perspective: what is farther away is smaller', () => {
  const trapezoid = quad([0.3, 0.2], [0.7, 0.2], [0.9, 0.8], [0.1, 0.8]);
  const whole = locateBox({ x: 0, y: 0, ...color }, { color, corners: trapezoid });
  expect(whole.corners).toEqual(trapezoid);
  const half = locateBox({ x: 0, y: 0, width: 1000, height: 250 }, { color, corners: trapezoid }).corners;
  // The diagonals of a rectangle meet in its middle, also in perspective: here at y = 0.4.
  expect(half[2]!.y).toBeCloseTo(0.4, 3);
});

it('leaves nothing outside of the picture', () => {
  const corners = quad([-0.1, -0.1], [1.1, -0.1], [1.1, 1.1], [-0.1, 1.1]);
  const { box, corners: found } = locateBox({ x: -20, y: -20, width: 2000, height: 900 }, { color, corners });
  expect(box).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  expect(found).toEqual(quad([0, 0], [1, 0], [1, 1], [0, 1]));
});
