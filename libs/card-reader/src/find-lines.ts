import type { Box, Picture } from './picture';
import { type Vision, freeing } from './vision';

/** In pixels of a card 1280 wide. */
const LOWEST = 9;
const HIGHEST = 60;
const WORD_GAP = 17;
const RIM = 4;

/** Boxes around what looks like lines of print in a picture of even light, top to bottom. */
export function findLines(cv: Vision, even: Picture): Box[] {
  return freeing((keep) => {
    const source = keep(cv.matFromArray(even.height, even.width, cv.CV_8UC1, even.data));
    const ink = keep(new cv.Mat());
    cv.GaussianBlur(source, ink, new cv.Size(3, 3), 0);
    cv.adaptiveThreshold(ink, ink, 255, cv.ADAPTIVE_THRESH_MEAN_C, cv.THRESH_BINARY_INV, 31, 16);
    const joined = keep(new cv.Mat());
    const across = keep(cv.Mat.ones(1, WORD_GAP, cv.CV_8U));
    cv.morphologyEx(ink, joined, cv.MORPH_CLOSE, across);
    const upright = keep(cv.Mat.ones(3, 5, cv.CV_8U));
    cv.morphologyEx(joined, joined, cv.MORPH_OPEN, upright);
    const labels = keep(new cv.Mat());
    const stats = keep(new cv.Mat());
    const centres = keep(new cv.Mat());
    const count = cv.connectedComponentsWithStats(joined, labels, stats, centres);
    const boxes: Box[] = [];
    for (let i = 1; i < count; i++) {
      const [x, y, width, height, area] = [0, 1, 2, 3, 4].map((k) => stats.intAt(i, k)) as [
        number,
        number,
        number,
        number,
        number,
      ];
      if (height < LOWEST || height > HIGHEST || width < height * 0.4) continue;
      const inside = x > RIM && y > RIM && x + width < even.width - RIM && y + height < even.height - RIM;
      if (!inside) continue; // no card prints upon its rim
      if (area < width * height * 0.35) continue;
      boxes.push({ x, y, width, height });
    }
    return joinedAlong(boxes).sort((a, b) => a.y - b.y || a.x - b.x);
  });
}

/** Boxes on one height with less than a letter between them are one line. */
function joinedAlong(boxes: Box[]): Box[] {
  const left = [...boxes].sort((a, b) => a.x - b.x);
  const lines: Box[] = [];
  for (const box of left) {
    const home = lines.find((line) => {
      const gap = box.x - (line.x + line.width);
      const height = Math.max(line.height, box.height);
      return gap < height * 0.9 && gap > -height && sharedHeight(line, box) > 0.6;
    });
    if (!home) lines.push({ ...box });
    else Object.assign(home, around(home, box));
  }
  return lines;
}

/** How much of the lower of two boxes stands on the height of the other. */
export function sharedHeight(a: Box, b: Box): number {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return shared / Math.min(a.height, b.height);
}

export function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  const height = Math.max(a.y + a.height, b.y + b.height) - y;
  return { x, y, width, height };
}
