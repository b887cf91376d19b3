import { editDistance, folded } from './folded';
import { genderIn } from './genders';
import { labelTexts } from './label-texts';

/** What a label announces: a field, a part of one, or something the reader does not keep. */
export type LabelKind =
  | 'lastname'
  | 'lastname_first'
  | 'lastname_second'
  | 'name'
  | 'fullname'
  | 'nin'
  | 'document_number'
  | 'date_birth'
  | 'date_issue'
  | 'date_due'
  | 'gender'
  | 'nationality'
  | 'validity'
  | 'other';

/** How many letters of a label may be misread. */
const tolerance = (length: number) => (length <= 4 ? 0 : length <= 6 ? 1 : length <= 9 ? 2 : Math.floor(length * 0.28));

/** What a text announces if it is a label and nothing else; misread letters are allowed for. */
export function labelOf(text: string): LabelKind | null {
  if (genderIn(text, false)) return null; // HOMBRE is not a misread NOMBRE
  const parts = text.split('/').map(folded).filter(Boolean);
  const hits = [folded(text), ...(parts.length > 1 ? parts : [])].map(nearestLabel).filter((hit) => hit !== null);
  hits.sort((a, b) => a.off - b.off);
  return hits[0]?.kind ?? null;
}

function nearestLabel(text: string): { kind: LabelKind; off: number } | null {
  let best: { kind: LabelKind; off: number } | null = null;
  for (const { kind, text: label } of labelTexts) {
    const allowed = tolerance(label.length);
    if (Math.abs(label.length - text.length) > allowed) continue;
    const off = text === label ? 0 : editDistance(text, label) / label.length;
    if (off * label.length <= allowed && (!best || off < best.off)) best = { kind, off };
  }
  return best;
}

export interface Announced {
  kind: LabelKind;
  /** What stands after the label in the same line. */
  rest: string;
  words: number;
}

/** A label with its value behind it in one line: `RUN 17.729.045-9`, `SEXO H`, `NUI.4648393359`. */
export function labelBefore(text: string): Announced | null {
  const words = text.replace(/([A-Za-zÀ-ÿ]{2,})[.:]+\s*(?=[\w])/g, '$1 ').split(/\s+/);
  for (let count = Math.min(5, words.length - 1); count > 0; count--) {
    const kind = nearestLabel(folded(words.slice(0, count).join(' ')))?.kind;
    const rest = words.slice(count).join(' ');
    if (kind && folded(rest) && (text.includes(':') || isValue(kind, rest))) return { kind, rest, words: count };
  }
  return null;
}

/** Without a colon only a number, a date or a gender is taken for the value of a label in the same line. */
const isValue = (kind: LabelKind, rest: string) =>
  /\d/.test(rest) || (kind === 'gender' && genderIn(rest, false) !== null);
