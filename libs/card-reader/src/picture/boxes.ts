import type { Box } from './picture';

export function boundingBox(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  const height = Math.max(a.y + a.height, b.y + b.height) - y;
  return { x, y, width, height };
}

/** The shared vertical extent, as a share of the lower box. */
export function verticalOverlap(a: Box, b: Box): number {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return shared / Math.min(a.height, b.height);
}

export const areaOf = ({ width, height }: Box): number => width * height;

export function intersectionArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union: 1 for equal boxes, 0 for disjoint ones. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const shared = intersectionArea(a, b);
  return shared > 0 ? shared / (areaOf(a) + areaOf(b) - shared) : 0;
}

export const isMostlyWithin = (inner: Box, outer: Box): boolean => intersectionArea(inner, outer) > areaOf(inner) * 0.5;
