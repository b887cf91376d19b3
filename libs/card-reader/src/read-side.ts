import type { Engines, FlatSide } from './flat-side';
import type { Box } from './picture';
import { type Barcode, readBarcodes } from './read-barcodes';
import { type PrintedLine, readPrintedLine } from './read-lines';
import { type MrzReading, findZone, readMrz } from './read-mrz';
import type { Trace } from './trace';

/** One side of a card, read. */
export interface Side extends FlatSide {
  barcodes: Barcode[];
  mrz: MrzReading | null;
  lines: PrintedLine[];
}

/** Lines of print that are read at most: a card has about forty, a newspaper under it thousands. */
const MOST_LINES = 90;

/** Barcodes, machine readable zone and print of a side; each step may be the last when the caller has gone. */
export async function readSide({ cv, text }: Engines, side: FlatSide, trace: Trace): Promise<Side> {
  const { grey, even, boxes, known, faces } = side;
  const barcodes = await trace('barcodes', () => readBarcodes(grey, false));
  const mrz = await trace('mrz', () => readMrz(cv, text, even, findZone(boxes, even.width)));
  const taken = [...barcodes.map((b) => b.box), ...(mrz ? [mrz.box] : []), ...faces.surest.map(inner)];
  const print = boxes.filter((box) => !taken.some((other) => mostlyWithin(box, other))).slice(0, MOST_LINES);
  const lines: PrintedLine[] = [];
  for (const box of print) {
    lines.push(await trace('print', () => readPrintedLine(cv, text, even, box, known.get(box))));
  }
  return { ...side, barcodes, mrz, lines };
}

/** The face without the margin around it, where print may stand. */
const inner = ({ x, y, width, height }: Box): Box => ({
  x: x + width * 0.17,
  y: y + height * 0.1,
  width: width * 0.66,
  height: height * 0.85,
});

function mostlyWithin(a: Box, b: Box): boolean {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w > 0 && h > 0 && w * h > a.width * a.height * 0.5;
}
