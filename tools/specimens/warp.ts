import type { Picture } from './draw-side';
import type { Corner, Quad } from './truth';

/** Projects a picture onto the quad of another one. */
export function projectOnto(ground: Picture, card: Picture, quad: Quad, cornerRadius: number): Picture {
  const [a, b, c, d, e, f, g, h, i] = unprojection(quad);
  const data = Buffer.from(ground.data);
  const [left, top, right, bottom] = boundsOf(quad, ground);
  // Two million iterations: allocate nothing inside.
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) {
      const x = column + 0.5;
      const y = row + 0.5;
      const depth = g * x + h * y + i;
      const cardX = ((a * x + b * y + c) / depth) * card.width;
      const cardY = ((d * x + e * y + f) / depth) * card.height;
      if (isOnCard(cardX, cardY, card, cornerRadius))
        copyPixel(card, cardX - 0.5, cardY - 0.5, data, (row * ground.width + column) * 3);
    }
  return { ...ground, data };
}

/** From places in the picture to shares of the quad's width and height. */
export const unprojection = (quad: Quad): Matrix => inverse(squareTo(quad));

/** The corner in the picture that is at these shares of the quad's width and height. */
export function projected(quad: Quad, [u, v]: Corner): Corner {
  const [a, b, c, d, e, f, g, h, i] = squareTo(quad);
  const depth = g * u + h * v + i;
  return [(a * u + b * v + c) / depth, (d * u + e * v + f) / depth];
}

type Matrix = [number, number, number, number, number, number, number, number, number];

/** The projection of the unit square onto four points. */
function squareTo([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): Matrix {
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const [dx3, dy3] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / whole;
  const h = (dx1 * dy3 - dx3 * dy1) / whole;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
}

/** The inverse up to a factor, which does not change a projection. */
function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

function boundsOf(quad: Quad, { width, height }: Picture): [number, number, number, number] {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  return [
    clamp(Math.floor(Math.min(...xs)), width),
    clamp(Math.floor(Math.min(...ys)), height),
    clamp(Math.ceil(Math.max(...xs)), width),
    clamp(Math.ceil(Math.max(...ys)), height),
  ];
}

function isOnCard(x: number, y: number, { width, height }: Picture, radius: number): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  const beyondX = Math.max(radius - x, x - (width - radius), 0);
  const beyondY = Math.max(radius - y, y - (height - radius), 0);
  return beyondX * beyondX + beyondY * beyondY <= radius * radius;
}

/** Bilinear interpolation. */
function copyPixel({ data, width, height }: Picture, x: number, y: number, to: Buffer, offset: number): void {
  const left = Math.max(Math.floor(x), 0);
  const top = Math.max(Math.floor(y), 0);
  const right = left + 1 < width ? 3 : 0;
  const below = top + 1 < height ? width * 3 : 0;
  const shareX = Math.max(x - left, 0);
  const shareY = Math.max(y - top, 0);
  const from = (top * width + left) * 3;
  for (let at = from; at < from + 3; at++) {
    const upper = data[at]! * (1 - shareX) + data[at + right]! * shareX;
    const lower = data[at + below]! * (1 - shareX) + data[at + below + right]! * shareX;
    to[offset + at - from] = upper * (1 - shareY) + lower * shareY;
  }
}
