import { locateBox } from '../find/perspective';
import { boundingBox } from '../picture/boxes';
import type { Box } from '../picture/picture';
import { mrzLayouts } from '../read/mrz-layouts';
import type { MrzReading } from '../read/read-mrz';
import type { PrintedLine } from '../read/printed-line';
import type { Side } from '../read/read-side';
import type { FieldName, Place, SideName } from '../reading';
import type { FieldCandidate } from './field-candidates';
import { supporters } from './repairs';

export interface LocatedCard {
  front: Side;
  back: Side;
  /** The lines of front and back, those that were read again among them. */
  lines: [PrintedLine[], PrintedLine[]];
}

/** Where the sources of a value are on the pictures. The same place is named once. */
export function placesOf(
  field: FieldName,
  value: string | null,
  candidates: FieldCandidate[],
  card: LocatedCard,
): Place[] {
  if (value === null) return [];
  const places = supporters(field, value, candidates).flatMap((candidate) =>
    boxesOf(candidate, card).map(({ side, box }): Place => {
      return { source: candidate.source, side, ...locateBox(box, card[side]) };
    }),
  );
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

type SideBox = { side: SideName; box: Box };

function boxesOf({ source, words, span }: FieldCandidate, card: LocatedCard): SideBox[] {
  const { front, back, lines } = card;
  if (source === 'mrz') return zoneBox(span, card);
  if (source === 'barcode') {
    const side = front.barcode || front.barcodeBoxes.length > back.barcodeBoxes.length ? 'front' : 'back';
    return card[side].barcodeBoxes.map((box) => ({ side, box }));
  }
  const boxes = linesOf(words ?? [], lines[0]).map((box) => ({ side: 'front' as const, box }));
  return [...boxes, ...linesOf(words ?? [], lines[1]).map((box) => ({ side: 'back' as const, box }))];
}

/** One box for each line that has some of the words. */
function linesOf(words: FieldCandidate['words'] & object, lines: PrintedLine[]): Box[] {
  const inLine = lines.map((line) => line.words.filter((word) => words.includes(word)).map(({ box }) => box));
  const boxes = inLine.filter((own) => own.length > 0).map((own) => own.reduce(boundingBox));
  return boxes.filter((box, i) => boxes.findIndex((other) => JSON.stringify(other) === JSON.stringify(box)) === i);
}

function zoneBox(span: FieldCandidate['span'], { front, back }: LocatedCard): SideBox[] {
  const side = back.mrz ? 'back' : 'front';
  const mrz: MrzReading | null = back.mrz ?? front.mrz;
  const row = mrz && span && mrz.rows[span[0]];
  if (!row) return [];
  const [, from, to] = span;
  const pitch = row.width / mrzLayouts[mrz.kind].length;
  return [{ side, box: { x: row.x + from * pitch, y: row.y, width: (to - from) * pitch, height: row.height } }];
}
