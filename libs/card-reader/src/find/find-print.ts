import { invertDarkBands } from '../picture/dark-bands';
import { normalizeLight } from '../picture/normalize-light';
import type { OpenCv } from '../picture/opencv';
import { type Box, type Picture, toGrey } from '../picture/picture';
import type { Trace } from '../trace';
import { findLineBoxes } from './find-lines';
import { findMrzRows } from './find-mrz-rows';

/** A flattened card with the places where text may be. */
export interface PrintRegions {
  color: Picture;
  grey: Picture;
  /** Grey, with dark letters on white. */
  normalized: Picture;
  lineBoxes: Box[];
  /** Empty where no machine readable zone was found. */
  mrzRows: Box[];
}

export async function findPrint(cv: OpenCv, color: Picture, trace: Trace): Promise<PrintRegions> {
  const grey = await toGrey(color);
  const normalized = await trace('normalize light', () => normalizeLight(cv, invertDarkBands(grey)));
  const lineBoxes = await trace('find lines', () => findLineBoxes(cv, normalized));
  return { color, grey, normalized, lineBoxes, mrzRows: findMrzRows(lineBoxes, normalized.width) };
}
