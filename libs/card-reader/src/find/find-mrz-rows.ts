import { boundingBox, verticalOverlap } from '../picture/boxes';
import type { Box } from '../picture/picture';

/** The letters of the zone, in pixels of a card 1280 pixels wide. */
const MIN_HEIGHT = 14;
const MAX_HEIGHT = 60;
const MIN_WIDTH_SHARE = 0.5;
const MIN_INK_SHARE = 0.6;
/** The part of a row with fillers alone is lower than its letters. */
const MAX_HEIGHT_RATIO = 1.75;

/** The rows of the machine readable zone: two or three long lines of equal height and spacing. Empty if none. */
export function findMrzRows(lineBoxes: Box[], cardWidth: number): Box[] {
  const boxes = lineBoxes.filter(({ height, width }) => height >= MIN_HEIGHT && height <= MAX_HEIGHT && width > 8);
  const rows = joinRows(boxes)
    .filter((row) => row.width > cardWidth * MIN_WIDTH_SHARE)
    .sort((a, b) => a.y - b.y);
  for (let last = rows.length - 1; last > 0; last--) {
    const group = groupUpwards(rows, last);
    if (group.length >= 2) return alignEnds(group);
  }
  return [];
}

/** The row at `last` and up to two rows above it at equal distances. */
function groupUpwards(rows: Box[], last: number): Box[] {
  const group = [rows[last]!];
  for (let k = last - 1; k >= 0 && group.length < 3; k--) {
    const below = group[0]!;
    const step = below.y - rows[k]!.y;
    const isEvenlySpaced = group.length < 2 || Math.abs(step - (group[1]!.y - below.y)) < below.height * 0.5;
    if (step < below.height * 3.2 && step > below.height * 0.9 && isEvenlySpaced) group.unshift(rows[k]!);
  }
  return group;
}

/** All rows of the zone begin and end at the same place, even where the end of one was not found. */
function alignEnds(group: Box[]): Box[] {
  const x = Math.min(...group.map((row) => row.x));
  const right = Math.max(...group.map((row) => row.x + row.width));
  return group.map((row) => ({ ...row, x, width: right - x }));
}

/** Joins boxes of equal height on one level. Drops rows that are mostly empty: their boxes are not one text. */
function joinRows(boxes: Box[]): Box[] {
  const rows: { row: Box; inkWidth: number }[] = [];
  for (const box of [...boxes].sort((a, b) => b.width - a.width)) {
    const match = rows.find(({ row }) => verticalOverlap(row, box) > 0.7 && box.height < row.height * MAX_HEIGHT_RATIO);
    if (!match) {
      rows.push({ row: { ...box }, inkWidth: box.width });
      continue;
    }
    match.row = boundingBox(match.row, box);
    match.inkWidth += box.width;
  }
  return rows.filter(({ row, inkWidth }) => inkWidth > row.width * MIN_INK_SHARE).map(({ row }) => row);
}
