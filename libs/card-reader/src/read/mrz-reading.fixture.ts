import type { MrzKind } from './mrz-layouts';
import { parseMrz } from './parse-mrz';
import type { MrzReading } from './read-mrz';

/** A zone as if every character had been read with certainty. */
export const mrzOf = (lines: string[], kind: MrzKind = 'TD1', isRepaired = false): MrzReading => ({
  ...parseMrz(lines, kind),
  lines,
  asRead: lines,
  unfitted: lines,
  rows: lines.map((_, row) => ({ x: 0, y: row * 50, width: 1200, height: 40 })),
  seen: lines.map((line) => [...line]),
  alternatives: [],
  isRepaired,
  isConfirmed: false,
  box: { x: 0, y: 0, width: 1, height: 1 },
});
