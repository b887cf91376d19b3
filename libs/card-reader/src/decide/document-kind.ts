import type { SideText } from '../read/read-side';
import { normalizeText } from '../text/normalize-text';

const PASSPORT = /\b(PASAPORTE|PASSPORT|PASSAPORTE|PASSEPORT|PASSAPORTO|REISEPASS)\b/;
const MIN_CONFIDENCE = 80;
/** A front with fewer clear lines may be a passport's all the same. */
const MIN_LINES = 4;

/** Whether the back is a page of a passport and the front is not: every page with a portrait says what it is. */
export function isOfOtherKind(front: SideText, back: SideText): boolean {
  if (!namesPassport(back)) return false;
  if (front.mrz) return front.mrz.kind === 'TD1';
  return clearTexts(front).length >= MIN_LINES && !namesPassport(front);
}

export const namesPassport = (side: SideText) => clearTexts(side).some((text) => PASSPORT.test(text));

const clearTexts = ({ lines }: SideText) =>
  lines.filter(({ confidence }) => confidence >= MIN_CONFIDENCE).map(({ text }) => normalizeText(text));
