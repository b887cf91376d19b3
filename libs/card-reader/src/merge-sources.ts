import type { Claim } from './claims';
import { folded } from './folded';
import type { Evidence, FieldName, Source } from './reading';
import { fieldNames } from './reading';

/**
 * Which source wins for which field.
 *
 * 1. Two sources that agree win over one, and prove the value. Names agree when they differ in accents alone, or when
 *    the MRZ had no room for the end of one; what it had no room for stays unproven, and so do accents not clearly read.
 * 2. One source whose check digit covers this very value proves it, unless another source clearly read something else.
 * 3. Else the source that errs least for this field speaks, unproven: `order` below.
 * 4. A value nobody is sure of is left out and kept as a candidate only.
 *
 * Of values that agree, the print's form is taken for names (accents, full length) and the first of `order` elsewhere.
 */
const order: Record<FieldName, Source[]> = {
  // Letters of a name are covered by no check digit. A barcode corrects its own errors, but writes no accents.
  name: ['barcode', 'print', 'mrz'],
  lastname: ['barcode', 'print', 'mrz'],
  nin: ['barcode', 'print', 'mrz'],
  // The MRZ's sex is covered by no digit either, but its place allows three letters only; print has one small letter.
  gender: ['barcode', 'mrz', 'print'],
  nationality: ['barcode', 'print', 'mrz'],
  date_birth: ['barcode', 'mrz', 'print'],
  document_number: ['barcode', 'mrz', 'print'],
  date_issue: ['barcode', 'print', 'mrz'],
  date_due: ['barcode', 'mrz', 'print'],
  doc_type: ['mrz', 'print', 'barcode'],
};

const isName = (field: FieldName) => field === 'name' || field === 'lastname';
const LEAST_SURE = 0.45;
const CLEARLY_READ = 0.8;
const BOTH = 0.99;
const CLEAR_PRINT = 0.85;
const LETTERS_ONLY = 0.85;

export interface Merged {
  fields: Record<FieldName, string | null>;
  evidence: Record<FieldName, Evidence>;
}

export function mergeSources(claims: Claim[]): Merged {
  const fields = Object.create(null) as Record<FieldName, string | null>;
  const evidence = Object.create(null) as Record<FieldName, Evidence>;
  for (const field of fieldNames) {
    const merged = mergeField(
      field,
      claims.filter((claim) => claim.field === field),
    );
    fields[field] = merged.value;
    evidence[field] = merged.evidence;
  }
  return { fields, evidence };
}

interface MergedField {
  value: string | null;
  evidence: Evidence;
}

function mergeField(field: FieldName, claims: Claim[]): MergedField {
  const ranked = [...claims].sort((a, b) => order[field].indexOf(a.source) - order[field].indexOf(b.source));
  const groups = ranked.map((claim) => ranked.filter((other) => agree(field, claim, other)));
  const largest = [...groups].sort((a, b) => sourcesOf(b).length - sourcesOf(a).length)[0];
  if (!largest) return { value: null, evidence: { sources: [], proven: false, confidence: 0, candidates: [] } };
  const candidates = [...new Set(ranked.map((claim) => claim.value))];
  if (sourcesOf(largest).length > 1) return settled(field, largest, candidates);
  const figured = field === 'document_number' ? figuresOf(ranked) : undefined;
  if (figured) return alone(figured, candidates, 0.8);
  return contested(field, ranked, candidates);
}

/** No two sources agree, or there is only one. */
function contested(field: FieldName, ranked: Claim[], candidates: string[]): MergedField {
  const checked = ranked.find((claim) => claim.checked);
  const rivals = checked !== undefined && ranked.some((other) => other !== checked && other.sure > CLEARLY_READ);
  const best = checked ?? likeliest(field, ranked);
  const most = isName(field) && best.source !== 'print' ? LETTERS_ONLY : 1;
  const made = alone(best, candidates, rivals ? 0.6 : Math.min(most, best.sure));
  const unsure = best.sure < LEAST_SURE || (isName(field) && best.cut === true);
  if (unsure) return { ...made, value: null };
  made.evidence.proven = checked !== undefined && !rivals;
  return made;
}

const alone = (claim: Claim, candidates: string[], confidence: number): MergedField => ({
  value: claim.value,
  evidence: {
    sources: [claim.source],
    proven: false,
    confidence,
    candidates: [claim.value, ...candidates.filter((value) => value !== claim.value)],
  },
});

/**
 * Two readings of a number that differ in nothing but S for 8, G for 6 and their like: no check digit tells them apart.
 * Clear print does; without it a figure is the likelier.
 */
function figuresOf(claims: Claim[]): Claim | undefined {
  const alike = (text: string) =>
    text
      .replace(/S/g, '8')
      .replace(/G/g, '6')
      .replace(/[UOQD]/g, '0')
      .replace(/Z/g, '5');
  const [first, ...others] = claims;
  const doubted = others.some((o) => o.value !== first?.value && alike(o.value) === alike(first?.value ?? ''));
  if (!doubted) return undefined;
  const figures = (claim: Claim) => claim.value.replace(/\D/g, '').length;
  const print = claims.find((claim) => claim.source === 'print' && claim.sure >= CLEAR_PRINT);
  return print ?? [...claims].sort((a, b) => figures(b) - figures(a))[0];
}

/** Two sources agree. */
function settled(field: FieldName, group: Claim[], candidates: string[]): MergedField {
  const print = group.find((claim) => claim.source === 'print');
  const whole = group.find((claim) => !claim.cut) ?? group[0]!;
  const best = isName(field) ? (print ?? whole) : group[0]!;
  // MRZ and barcode prove letters; whether an accent belongs to them only clear print can tell.
  const accentsSeen = !isName(field) || (print !== undefined && print.sure >= CLEAR_PRINT);
  const witnesses = group.filter((claim) => !claim.cut || folded(claim.value).length >= folded(best.value).length);
  return {
    value: best.value,
    evidence: {
      sources: sourcesOf(group),
      proven: accentsSeen && (sourcesOf(witnesses).length > 1 || group.some((claim) => claim.checked)),
      confidence: accentsSeen ? BOTH : LETTERS_ONLY,
      candidates: [best.value, ...candidates.filter((value) => value !== best.value)],
    },
  };
}

/** The first of the order, but a badly read one gives way to one clearly read. */
function likeliest(field: FieldName, ranked: Claim[]): Claim {
  const [first, ...others] = ranked as [Claim, ...Claim[]];
  if (first.sure >= CLEARLY_READ && !first.cut) return first;
  const better = others.find((claim) => !claim.cut && claim.sure > first.sure + 0.1);
  return better ?? (isName(field) && first.cut ? (others.find((claim) => !claim.cut) ?? first) : first);
}

const sourcesOf = (claims: Claim[]): Source[] => [...new Set(claims.map((claim) => claim.source))];

export function agree(field: FieldName, a: Claim, b: Claim): boolean {
  if (a.value === b.value) return true;
  if (field === 'document_number' || field === 'nin') return plainNumber(a.value) === plainNumber(b.value);
  if (!isName(field)) return false;
  return spellings(a.value).some((x) =>
    spellings(b.value).some((y) => x === y || (a.cut && startsLike(y, x)) || (b.cut && startsLike(x, y))),
  );
}

const startsLike = (whole: string, start: string) => start.length >= 2 && whole.startsWith(start);
const plainNumber = (text: string) => text.replace(/[^A-Z0-9]/g, '');

/** A name as the MRZ may write it: accents dropped, or spelt out as ICAO 9303 also allows. */
function spellings(value: string): string[] {
  const spelt = value
    .replace(/Ä/g, 'AE')
    .replace(/Ö/g, 'OE')
    .replace(/Ü/g, 'UE')
    .replace(/Ñ/g, 'NXX')
    .replace(/ß/g, 'SS');
  return [
    ...new Set([folded(value), folded(spelt), folded(value.replace(/Ü/g, 'UXX')), folded(value).replace(/ /g, '')]),
  ];
}
