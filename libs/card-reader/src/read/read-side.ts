import { isMostlyWithin } from '../picture/boxes';
import type { Box } from '../picture/picture';
import type { Trace } from '../trace';
import { type BarcodeDocument, decodeText, parseBarcodes } from './barcode-document';
import type { Engines } from './engines';
import { joinDivided } from './join-divided';
import type { PrintedLine } from './printed-line';
import { type MrzReading, isPrint, readMrz } from './read-mrz';
import { readPrintedLine } from './read-printed-line';
import { type UprightSide, readOnce } from './upright-side';

/** The sources of one side, each as it was read. */
export interface SideText {
  barcode: BarcodeDocument | null;
  /** What the barcodes contain, whatever their layout. */
  codes: string[];
  mrz: MrzReading | null;
  lines: PrintedLine[];
}

export type Side = UprightSide & SideText & { barcodeBoxes: Box[] };

/** A card has about 40 lines of print; a newspaper under the card has thousands, a pattern on it hundreds of signs. */
const MAX_LINES = 90;

/** Reads barcodes, machine readable zone and print of a side. The caller may cancel between any two steps. */
export async function readSide(engines: Engines, side: UprightSide, trace: Trace): Promise<Side> {
  const { grey, normalized, lineBoxes, alreadyRead, faces } = side;
  const barcodes = await trace('barcodes', () => engines.barcodes.read(grey));
  const mrzRows = await trace('mrz', () => rowsOfZone(engines, side));
  const mrz = await trace('mrz', () => readMrz(engines, normalized, mrzRows, alreadyRead));
  const taken = [...barcodes.map(({ box }) => box), ...(mrz ? [mrz.box] : []), ...faces.head];
  const print = widest(lineBoxes.filter((box) => !taken.some((other) => isMostlyWithin(box, other))));
  const lines: PrintedLine[] = [];
  for (const box of print) {
    lines.push(await trace('print', () => readPrintedLine(engines, normalized, box, alreadyRead.get(box))));
  }
  return {
    ...side,
    barcode: parseBarcodes(barcodes),
    codes: barcodes.map(({ bytes }) => decodeText(bytes)),
    barcodeBoxes: barcodes.map(({ box }) => box),
    mrz,
    mrzRows,
    lines: joinDivided(lines),
  };
}

/** Two long lines of print look like a zone until they are read. */
function rowsOfZone(engines: Engines, side: UprightSide): Box[] {
  const rows = side.mrzRows.map((row) => readOnce(engines, side, row));
  return isPrint(rows) ? [] : side.mrzRows;
}

/** The lines of print are wider than the signs of a pattern. The order stays. */
export function widest(boxes: Box[]): Box[] {
  const chosen = new Set([...boxes].sort((a, b) => b.width - a.width).slice(0, MAX_LINES));
  return boxes.filter((box) => chosen.has(box));
}

/** The same for a side whose faces were found after its print was read. */
export const withoutPrintOnFaces = <S extends Side>(side: S): S => ({
  ...side,
  lines: side.lines.filter(({ box }) => !side.faces.head.some((head) => isMostlyWithin(box, head))),
});
