import type { Evidence, FieldName, Source } from '../reading';
import { fieldNames } from '../reading';
import { countMarks, normalizeText, stripAccents } from '../text/normalize-text';
import { agree, isName, isNumber, isPart } from './agree';
import { CLEARLY_READ, type FieldCandidate, candidatesFor } from './field-candidates';
import { chooseLookalike } from './lookalike-numbers';

/**
 * Chooses one value for each field.
 *
 * 1. Two sources that agree win over one, and prove the value. Names agree if they differ in accents alone, or if the
 *    MRZ truncated one of them. The truncated end stays unproven, and so do accents that were not clearly read, and a
 *    number that zone and unclear print share: one engine reads both. So does a number whose field is a guess.
 * 2. A single source with a check digit over exactly this value proves it, unless another source clearly read another
 *    value.
 * 3. Otherwise the source that errs least for this field wins, unproven: `sourceOrder` below.
 * 4. A value without a certain source is left out of the answer and kept as a candidate.
 *
 * Of values that agree, a name is taken in the form of a barcode with all accents, else in that of the print (accents,
 * full length), any other value in the form of the first source in `sourceOrder`.
 */
const sourceOrder: Record<FieldName, Source[]> = {
  // No check digit covers names. A barcode corrects its own errors, but has no accents.
  name: ['barcode', 'print', 'mrz'],
  lastname: ['barcode', 'print', 'mrz'],
  nin: ['barcode', 'print', 'mrz'],
  // No check digit covers the sex in the MRZ, but it is one of three letters; the print has one small letter.
  gender: ['barcode', 'mrz', 'print'],
  nationality: ['barcode', 'print', 'mrz'],
  date_birth: ['barcode', 'mrz', 'print'],
  document_number: ['barcode', 'mrz', 'print'],
  date_issue: ['barcode', 'print', 'mrz'],
  date_due: ['barcode', 'mrz', 'print'],
  doc_type: ['mrz', 'print', 'barcode'],
};

const MIN_CONFIDENCE = 0.45;
const AGREED_CONFIDENCE = 0.99;
/** Below this, one word in seven lacks a mark of its letters; above it, hardly any. */
const CLEAR_MARKS = 0.92;
/** The maximum for a name without clearly read accents, or a number that may be another one. */
const UNACCENTED_CONFIDENCE = 0.85;
const LOOKALIKE_CONFIDENCE = 0.8;
const DISPUTED_CONFIDENCE = 0.6;

/** The evidence without its details. */
export type Verdict = Omit<Evidence, 'repairs' | 'places'>;

export interface Merged {
  fields: Record<FieldName, string | null>;
  evidence: Record<FieldName, Verdict>;
}

export function mergeSources(candidates: FieldCandidate[]): Merged {
  const fields = Object.create(null) as Merged['fields'];
  const evidence = Object.create(null) as Merged['evidence'];
  for (const field of fieldNames) {
    const merged = mergeField(field, candidatesFor(field, candidates));
    fields[field] = merged.value;
    evidence[field] = merged.evidence;
  }
  return { fields, evidence };
}

interface MergedField {
  value: string | null;
  evidence: Verdict;
}

/** Merges the candidates of one field. */
export function mergeField(field: FieldName, candidates: FieldCandidate[]): MergedField {
  const order = sourceOrder[field];
  const ranked = [...candidates].sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
  const groups = ranked.map((candidate) => ranked.filter((other) => agree(field, candidate, other)));
  const largest = [...groups].sort((a, b) => sourcesOf(b).length - sourcesOf(a).length)[0];
  if (!largest) return { value: null, evidence: { sources: [], proven: false, confidence: 0, candidates: [] } };
  const values = [...new Set(ranked.map(({ value }) => value))];
  if (sourcesOf(largest).length > 1) return mergeAgreeing(field, largest, values);
  const lookalike = isNumber(field) ? chooseLookalike(ranked) : undefined;
  if (lookalike) return fromSingleSource(lookalike, values, LOOKALIKE_CONFIDENCE);
  return mergeDisagreeing(field, ranked, values);
}

/** No two sources agree, or there is only one. */
function mergeDisagreeing(field: FieldName, ranked: FieldCandidate[], values: string[]): MergedField {
  const checked = ranked.find((candidate) => candidate.hasValidCheckDigit);
  const isDisputed =
    checked !== undefined && ranked.some((other) => other !== checked && other.confidence > CLEARLY_READ);
  const best = checked ?? mostReliable(field, ranked);
  const max = isName(field) && best.source !== 'print' ? UNACCENTED_CONFIDENCE : 1;
  const merged = fromSingleSource(best, values, isDisputed ? DISPUTED_CONFIDENCE : Math.min(max, best.confidence));
  const isUncertain = best.confidence < MIN_CONFIDENCE || (isName(field) && best.isTruncated === true);
  if (isUncertain) return { ...merged, value: null };
  merged.evidence.proven = checked !== undefined && !isDisputed;
  return merged;
}

const fromSingleSource = ({ value, source }: FieldCandidate, values: string[], confidence: number): MergedField => ({
  value,
  evidence: { sources: [source], proven: false, confidence, candidates: firstOf(value, values) },
});

const firstOf = (value: string, values: string[]) => [value, ...values.filter((other) => other !== value)];

/** Of candidates that agree, the one whose form is answered, and whether that is certain. */
interface BestForm {
  best: FieldCandidate;
  isFormClear: boolean;
}

function bestName(group: FieldCandidate[]): BestForm {
  const print = group.find(({ source }) => source === 'print');
  const marked = group.find(({ source, value }) => source === 'barcode' && countMarks(value) > 0);
  if (marked && countMarks(marked.value) >= countMarks(print?.value ?? '')) return { best: marked, isFormClear: true };
  const complete = group.find(({ isTruncated }) => !isTruncated) ?? group[0]!;
  return { best: print ? withSpacesOf(group, print) : complete, isFormClear: areMarksClear(print) };
}

/** Print of which two words were read as one, with the space that zone or barcode have between them. */
function withSpacesOf(group: FieldCandidate[], print: FieldCandidate): FieldCandidate {
  const joined = ({ value }: FieldCandidate) => value.replace(/ /g, '');
  const wordsOf = ({ value }: FieldCandidate) => value.split(' ').length;
  const letters = [...joined(print)];
  const divided = group.find(
    (other) =>
      other.source !== 'print' &&
      wordsOf(other) > wordsOf(print) &&
      stripAccents(joined(other)) === stripAccents(joined(print)) &&
      joined(other).length === letters.length,
  );
  if (!divided) return print;
  let at = 0;
  return { ...print, value: [...divided.value].map((letter) => (letter === ' ' ? letter : letters[at++])).join('') };
}

function bestValue(group: FieldCandidate[]): BestForm {
  const best = group.find(hasHyphens) ?? group[0]!;
  return { best, isFormClear: areHyphensClear(best) };
}

/** At least two sources agree. */
function mergeAgreeing(field: FieldName, group: FieldCandidate[], values: string[]): MergedField {
  const { best, isFormClear } = isName(field) ? bestName(group) : bestValue(group);
  const length = normalizeText(best.value).length;
  const needsClearPrint = isNumber(field) && !group.some(({ source }) => source === 'barcode');
  const witnesses = group.filter((candidate) => {
    const { value, source, confidence } = candidate;
    const isWhole = !isPart(candidate) || normalizeText(value).length >= length;
    return isWhole && (!needsClearPrint || source !== 'print' || confidence >= CLEARLY_READ);
  });
  // Two sources may misread the same character the same way: the check digit knows better.
  const isRefuted = group.some((candidate) => candidate.isRefuted === true);
  const hasCheckDigit = group.some((candidate) => candidate.hasValidCheckDigit);
  const isWitnessed = sourcesOf(witnesses).length > 1 || hasCheckDigit;
  const isDoubtful = group.some(({ isGuess }) => isGuess) || (isNumber(field) && !isWitnessed);
  return {
    value: best.value,
    evidence: {
      sources: sourcesOf(group),
      proven: isFormClear && !isRefuted && !isDoubtful && isWitnessed,
      confidence: isFormClear && !isDoubtful ? AGREED_CONFIDENCE : UNACCENTED_CONFIDENCE,
      candidates: firstOf(best.value, values),
    },
  };
}

/** MRZ and barcode prove letters. Accents are proven by clear print, or by a barcode that has any. */
const areMarksClear = (print: FieldCandidate | undefined) =>
  print !== undefined && print.confidence >= CLEAR_MARKS && !print.mayLackMarks;

/** Zones and barcodes leave hyphens out. */
const hasHyphens = ({ value }: FieldCandidate) => /[-/]/.test(value) && !/^\d\d\/\d\d\/\d{4}$/.test(value);

/** MRZ and barcode prove digits; only clear print proves the hyphens between them. */
const areHyphensClear = (candidate: FieldCandidate) => !hasHyphens(candidate) || candidate.confidence >= CLEARLY_READ;

/** The first source of the order; if it was badly read or truncated, one that was read more clearly. */
function mostReliable(field: FieldName, ranked: FieldCandidate[]): FieldCandidate {
  const [first, ...others] = ranked as [FieldCandidate, ...FieldCandidate[]];
  if (first.confidence >= CLEARLY_READ && !first.isTruncated) return first;
  const complete = others.filter(({ isTruncated }) => !isTruncated);
  const clearer = complete.find(({ confidence }) => confidence > first.confidence + 0.1);
  return clearer ?? (isName(field) && first.isTruncated ? (complete[0] ?? first) : first);
}

const sourcesOf = (candidates: FieldCandidate[]): Source[] => [...new Set(candidates.map(({ source }) => source))];
