import { boundingBox, verticalOverlap } from '../picture/boxes';
import { type OpenCv, withMats } from '../picture/opencv';
import type { Box, Picture } from '../picture/picture';

/** In pixels of a card 1280 pixels wide. */
const MIN_HEIGHT = 9;
const MAX_HEIGHT = 60;
/** A number may be printed larger than any word. Its digits stand apart, and a 1 is narrow. */
const MAX_HEIGHT_OF_NUMBER = 90;
const HEIGHT_OF_LARGE_DIGITS = 36;
const MIN_NUMBER_RATIO = 1.4;
const [MIN_RATIO, MIN_RATIO_OF_DIGIT] = [0.4, 0.15];
const WORD_GAP = 17;
const MARGIN = 4;

/** Boxes that may contain a line of print, top to bottom. */
export function findLineBoxes(cv: OpenCv, normalized: Picture): Box[] {
  return withMats((track) => {
    const source = track(cv.matFromArray(normalized.height, normalized.width, cv.CV_8UC1, normalized.data));
    const ink = track(new cv.Mat());
    cv.GaussianBlur(source, ink, new cv.Size(3, 3), 0);
    cv.adaptiveThreshold(ink, ink, 255, cv.ADAPTIVE_THRESH_MEAN_C, cv.THRESH_BINARY_INV, 31, 16);
    const joined = track(new cv.Mat());
    const across = track(cv.Mat.ones(1, WORD_GAP, cv.CV_8U));
    cv.morphologyEx(ink, joined, cv.MORPH_CLOSE, across);
    const upright = track(cv.Mat.ones(3, 5, cv.CV_8U));
    cv.morphologyEx(joined, joined, cv.MORPH_OPEN, upright);
    const labels = track(new cv.Mat());
    const stats = track(new cv.Mat());
    const centres = track(new cv.Mat());
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
      if (height < MIN_HEIGHT || height > MAX_HEIGHT_OF_NUMBER) continue;
      if (width < height * (height < HEIGHT_OF_LARGE_DIGITS ? MIN_RATIO : MIN_RATIO_OF_DIGIT)) continue;
      const inside =
        x > MARGIN && y > MARGIN && x + width < normalized.width - MARGIN && y + height < normalized.height - MARGIN;
      if (!inside) continue; // no card has print on its margin
      if (area < width * height * 0.35) continue;
      boxes.push({ x, y, width, height });
    }
    return joinNeighbours(boxes)
      .filter(hasFormOfLine)
      .sort((a, b) => a.y - b.y || a.x - b.x);
  });
}

const hasFormOfLine = ({ width, height }: Box) =>
  width >= height * (height > MAX_HEIGHT ? MIN_NUMBER_RATIO : MIN_RATIO);

/** Letters of one line have no larger ratio of heights; the edge of a portrait beside the line may. */
const MAX_HEIGHT_RATIO = 2;

/** Joins boxes at the same height with a gap of less than one letter. */
export function joinNeighbours(boxes: Box[]): Box[] {
  const left = [...boxes].sort((a, b) => a.x - b.x);
  const lines: Box[] = [];
  for (const box of left) {
    const home = lines.find((line) => {
      const gap = box.x - (line.x + line.width);
      const height = Math.max(line.height, box.height);
      if (height > MAX_HEIGHT_RATIO * Math.min(line.height, box.height)) return false;
      return gap < height * 0.9 && gap > -height && verticalOverlap(line, box) > 0.6;
    });
    if (!home) lines.push({ ...box });
    else Object.assign(home, boundingBox(home, box));
  }
  return lines;
}
