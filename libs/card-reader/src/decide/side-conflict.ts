import type { Side, SideText } from '../read/read-side';
import { certainLetters } from '../read/upright-side';
import type { FieldName, SideConflict } from '../reading';
import { isNumber } from './agree';
import { hasDifferentOrigin, lacksZone, mayHavePlainBack } from './card-origin';
import { speaksOfAnother } from './code-of-another';
import { findContradictions } from './contradictions';
import { isOfOtherKind, namesPassport } from './document-kind';
import { showSamePicture } from './same-picture';
import { isSameSide } from './same-side';
import type { SideCandidates } from './side-candidates';
import { agreedFields, fieldsInCodes, unconfirmedFields } from './sides-agree';

export interface Comparison {
  /** Why two pictures are not the two sides of one card; null if they can be. */
  conflict: SideConflict | null;
  /** The fields that one side says and the other one shows. */
  agreed: FieldName[];
}

export async function compareSides(
  front: Side,
  back: Side,
  candidates: [SideCandidates, SideCandidates],
): Promise<Comparison> {
  const coded = [...fieldsInCodes(back.codes, candidates[0]), ...fieldsInCodes(front.codes, candidates[1])];
  const agreed = [...new Set([...agreedFields(...candidates), ...coded])];
  if (isSameSide(front, back) || (await showSamePicture(front, back)))
    return { conflict: { kind: 'same_side' }, agreed };
  return { conflict: findConflict(front, back, candidates, agreed), agreed };
}

/** A conflict of what two different sides say. */
export function findConflict(
  front: SideText,
  back: SideText,
  candidates: [SideCandidates, SideCandidates],
  agreed: FieldName[],
): SideConflict | null {
  if (areOfDifferentOrigin(front, back, agreed)) return { kind: 'different_cards' };
  if (isOfOtherKind(front, back)) return { kind: 'contradiction', fields: ['doc_type'] };
  const contradicted = findContradictions(...candidates);
  if (contradicted.length > 0) return { kind: 'contradiction', fields: contradicted };
  const unconfirmed = unconfirmedFields(...candidates, agreed);
  if (unconfirmed.length > 0) return { kind: 'unconfirmed', fields: unconfirmed };
  if (!back.barcode && speaksOfAnother(back.codes, candidates[0])) return { kind: 'unconfirmed', fields: ['nin'] };
  // Relatives share names: an unread zone needs a number or a date that agrees.
  if (agreed.some((field) => !names.includes(field))) return null;
  if (hasUnreadZone(back) || (agreed.length === 0 && isIllegible(front, back))) return { kind: 'illegible_back' };
  return lacksZone(front, back) ? { kind: 'missing_zone' } : null;
}

const names: FieldName[] = ['name', 'lastname'];
/** One number on both sides is surer than the words that tell where each of them comes from. */
const areOfDifferentOrigin = (front: SideText, back: SideText, agreed: FieldName[]) =>
  !agreed.some(isNumber) && hasDifferentOrigin(front, back);

/** Whether a line of the back is a row of a zone with fillers, although no zone could be read. */
const hasUnreadZone = ({ mrz, lines }: SideText) =>
  mrz === null && lines.some(({ text }) => text.length >= MIN_ROW && /<{2,}/.test(text));

/** A row of a zone may have been read in part. */
const MIN_ROW = 12;
/** Fewer certain letters are a stain, or a picture of anything. */
const MIN_LETTERS = 12;

/** Whether hardly a word of the back can be read. A page of a passport may be empty, as may backs of some countries. */
function isIllegible(front: SideText, { mrz, codes, lines }: SideText): boolean {
  if (mrz || codes.length > 0 || namesPassport(front) || mayHavePlainBack(front)) return false;
  return lines.reduce((sum, line) => sum + certainLetters(line), 0) < MIN_LETTERS;
}
