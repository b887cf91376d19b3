import type { Point } from '../picture/picture';

/** Four corners, clockwise, the one nearest the top left first. */
export type Quad = [Point, Point, Point, Point];

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Sorts corners clockwise (y grows downwards), the top left one first. */
export function orderCorners(points: Point[]): Quad {
  const centre = {
    x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
    y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
  };
  const around = [...points].sort(
    (a, b) => Math.atan2(a.y - centre.y, a.x - centre.x) - Math.atan2(b.y - centre.y, b.x - centre.x),
  );
  const first = around.reduce((best, p, i) => (p.x + p.y < around[best]!.x + around[best]!.y ? i : best), 0);
  return [0, 1, 2, 3].map((i) => around[(first + i) % 4]!) as Quad;
}

export function quadArea(quad: Point[]): number {
  let sum = 0;
  quad.forEach((p, i) => {
    const next = quad[(i + 1) % quad.length]!;
    sum += p.x * next.y - next.x * p.y;
  });
  return Math.abs(sum) / 2;
}

export const sideLengths = (quad: Quad): number[] => quad.map((p, i) => distance(p, quad[(i + 1) % 4]!));

/** The mean length of the longer pair of sides, divided by that of the shorter pair. */
export function aspectRatio(quad: Quad): number {
  const [top, right, bottom, left] = sideLengths(quad) as [number, number, number, number];
  const a = (top + bottom) / 2;
  const b = (left + right) / 2;
  return Math.max(a, b) / Math.max(1, Math.min(a, b));
}

/** The largest deviation of a corner from a right angle. */
export function maxSkewDegrees(quad: Quad): number {
  const off = quad.map((corner, i) => {
    const before = quad[(i + 3) % 4]!;
    const after = quad[(i + 1) % 4]!;
    const a = Math.atan2(before.y - corner.y, before.x - corner.x);
    const b = Math.atan2(after.y - corner.y, after.x - corner.x);
    const angle = Math.abs(((((a - b) * 180) / Math.PI + 540) % 360) - 180);
    return Math.abs(angle - 90);
  });
  return Math.max(...off);
}

export const scaleQuad = (quad: Quad, by: number): Quad => quad.map((p) => ({ x: p.x * by, y: p.y * by })) as Quad;

interface Line {
  at: Point;
  along: Point;
}

/** The principal axis of the points. Three rounds, each without the quarter of the points that is farthest off. */
function fitLine(points: Point[]): Line | undefined {
  let used = points;
  let line: Line | undefined;
  for (let round = 0; round < 3 && used.length >= 5; round++) {
    line = fitPrincipalAxis(used);
    const { at, along } = line;
    const off = (p: Point) => Math.abs((p.x - at.x) * along.y - (p.y - at.y) * along.x);
    const limit = Math.max(1, Float64Array.from(used, off).sort()[Math.floor(used.length * 0.75)]!);
    used = used.filter((p) => off(p) <= limit);
  }
  return line;
}

function fitPrincipalAxis(points: Point[]): Line {
  const n = points.length;
  const at = { x: points.reduce((s, p) => s + p.x, 0) / n, y: points.reduce((s, p) => s + p.y, 0) / n };
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const p of points) {
    xx += (p.x - at.x) ** 2;
    xy += (p.x - at.x) * (p.y - at.y);
    yy += (p.y - at.y) ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return { at, along: { x: Math.cos(angle), y: Math.sin(angle) } };
}

function intersection(a: Line, b: Line): Point | undefined {
  const det = a.along.x * b.along.y - a.along.y * b.along.x;
  if (Math.abs(det) < 0.05) return undefined;
  const t = ((b.at.x - a.at.x) * b.along.y - (b.at.y - a.at.y) * b.along.x) / det;
  return { x: a.at.x + t * a.along.x, y: a.at.y + t * a.along.y };
}

/**
 * Moves the corners to where the straight parts of the four sides meet. The corners of a card are round: a quad through
 * its contour cuts them off.
 */
export function sharpenCorners(quad: Quad, contour: Point[]): Quad {
  const lines = quad.map((from, i) => {
    const to = quad[(i + 1) % 4]!;
    const length = distance(from, to);
    const ux = (to.x - from.x) / length;
    const uy = (to.y - from.y) / length;
    const near = contour.filter((p) => {
      const along = ((p.x - from.x) * ux + (p.y - from.y) * uy) / length;
      const off = Math.abs((p.x - from.x) * uy - (p.y - from.y) * ux);
      return along > 0.1 && along < 0.9 && off < Math.max(4, length * 0.03);
    });
    return fitLine(near);
  });
  const corners = lines.map((line, i) => {
    const before = lines[(i + 3) % 4];
    return line && before ? intersection(before, line) : undefined;
  });
  if (!corners.every((c, i) => c && distance(c, quad[i]!) < 0.08 * Math.sqrt(quadArea(quad)))) return quad;
  return corners as Quad;
}
