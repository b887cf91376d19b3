import type { Box, Picture, Point } from '../picture/picture';
import type { Quad } from './quads';

/** The function that maps shares of the flat card's width and height into the quad that it was flattened from. */
export function projectInto([a, b, c, d]: Quad): (u: number, v: number) => Point {
  const [dx1, dx2, dx3] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, dy3] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / det;
  const h = (dx1 * dy3 - dx3 * dy1) / det;
  return (u, v) => {
    const depth = g * u + h * v + 1;
    return {
      x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / depth,
      y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / depth,
    };
  };
}

const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000;

/** A box on the flat card, and its corners in the picture: both as shares of width and height. */
export function locateBox(
  { x, y, width, height }: Box,
  { color, corners }: { color: Pick<Picture, 'width' | 'height'>; corners: Quad },
) {
  const [left, right] = [within(x / color.width), within((x + width) / color.width)];
  const [top, bottom] = [within(y / color.height), within((y + height) / color.height)];
  const project = projectInto(corners);
  const inPicture = [project(left, top), project(right, top), project(right, bottom), project(left, bottom)];
  return {
    box: { x: left, y: top, width: within(right - left), height: within(bottom - top) },
    corners: inPicture.map((point) => ({ x: within(point.x), y: within(point.y) })),
  };
}
