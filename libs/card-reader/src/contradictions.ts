import type { Claim } from './claims';
import { dateIn } from './dates';
import { editDistance, folded } from './folded';
import type { FieldName } from './reading';
import { differingFigures, isName, isShown, plainNumber } from './shown-values';
import type { Statement } from './side-statement';

const compared: FieldName[] = ['document_number', 'nin', 'date_birth', 'lastname', 'name', 'gender'];
/** One of these is enough where both readings are sure: no two cards share it. */
const telling: FieldName[] = ['document_number', 'nin', 'date_birth'];

const CODED = { sure: 0.97, repaired: 0.75, some: 0.7 };
const PRINT = { sure: 0.9, clear: 0.8, inForm: 0.85 };
/** The share of a value's letters or figures that no misreading reaches. */
const [FAR, VERY_FAR] = [0.4, 0.6];

/**
 * The fields in which two sides contradict each other beyond doubt; none for two sides of one card, however badly read.
 * What one side codes must be nowhere on the other, not even nearly, while the other clearly says something far off.
 */
export function contradictionsOf(front: Statement, back: Statement): FieldName[] {
  const either = (test: (a: Statement, b: Statement) => boolean) => test(front, back) || test(back, front);
  const differing = compared.filter((field) => either((a, b) => differs(field, a, b)));
  if (telling.some((field) => either((a, b) => surelyDiffers(field, a, b)))) return differing;
  const numbers = either(numbersOfOneForm) ? (['nin'] as FieldName[]) : [];
  if (numbers.length > 0) return [...new Set([...numbers, ...differing])];
  const agrees = telling.some((field) => either((a, b) => agreesOn(field, a, b)));
  if (differing.length >= 2 && !agrees) return differing;
  return sharesNothing(back, front) ? ['document_number', 'date_birth', 'lastname', 'name'] : [];
}

const codedAs = (field: FieldName, { coded }: Statement, minSure: number) =>
  coded.filter((claim) => claim.field === field && claim.sure >= minSure);

const saidOf = (field: FieldName, { coded, print }: Statement, minSure: number) =>
  [...coded, ...print].filter((claim) => claim.field === field && claim.sure >= minSure);

function differs(field: FieldName, one: Statement, other: Statement): boolean {
  const rivals = saidOf(field, other, PRINT.clear);
  const own = codedAs(field, one, CODED.some);
  if (field === 'gender') return rivals.some((rival) => own.some(({ value }) => value !== rival.value));
  const missing = own.filter(({ value }) => !isShown(field, value, other));
  return missing.some(({ value }) => rivals.some((rival) => isFar(field, value, rival, other, FAR)));
}

/** Both readings are sure, or what was repaired is too far off for any repair. */
function surelyDiffers(field: FieldName, one: Statement, other: Statement): boolean {
  const rivals = saidOf(field, other, PRINT.sure);
  const missing = codedAs(field, one, CODED.repaired).filter(({ value }) => !isShown(field, value, other));
  return missing.some(({ value, sure, checked }) =>
    rivals.some((rival) => isFar(field, value, rival, other, checked || sure >= CODED.sure ? FAR : VERY_FAR)),
  );
}

const agreesOn = (field: FieldName, one: Statement, other: Statement) =>
  codedAs(field, one, CODED.some).some(({ value }) => isShown(field, value, other));

function isFar(field: FieldName, value: string, rival: Claim, { print }: Statement, share: number): boolean {
  if (field === 'date_birth') {
    // Another date of the card may have been taken for the birth.
    const isOther = print.some((claim) => claim.field !== field && claim.value === rival.value);
    return !isOther && differingFigures(value, rival.value) >= (share === FAR ? 2 : 4);
  }
  const plain = isName(field) ? folded : plainNumber;
  const [a, b] = [plain(value), plain(rival.value)];
  return editDistance(a, b) >= Math.max(3, Math.ceil(Math.max(a.length, b.length) * share));
}

/** A labelled number of one side that the other prints in the same form, such as 9-9999-9999, with other figures. */
function numbersOfOneForm({ print, lines }: Statement, other: Statement): boolean {
  const labelled = saidOf('nin', { coded: [], print, lines }, PRINT.inForm);
  return labelled.some(({ field, value }) => {
    const printed = lines.find(({ text }) => plainNumber(text) === plainNumber(value))?.text ?? '';
    const form = formOf(printed);
    if (form.replace(/[A9]/g, '').length < 2 || isShown(field, value, other)) return false;
    const rivals = other.lines.filter(({ text, sure }) => sure >= 100 * PRINT.inForm && formOf(text) === form);
    return rivals.some(({ text }) => dateIn(text) === null && editDistance(plainNumber(text), plainNumber(value)) >= 3);
  });
}

const formOf = (text: string) => text.toUpperCase().replace(/[A-Z]/g, 'A').replace(/\d/g, '9');

const SHARED = ['document_number', 'nin', 'date_birth', 'date_due', 'lastname', 'name'] as const;
const MIN_DATES = 2;

/**
 * A front that clearly prints dates, but nothing of what the MRZ of the back says, although all its check digits hold.
 * It finds fronts of which too few labels are readable to compare field by field.
 */
function sharesNothing(back: Statement, front: Statement): boolean {
  const checked = back.coded.filter((claim) => claim.checked).map(({ field }) => field);
  if (!checked.includes('date_birth') || !checked.includes('date_due')) return false;
  const dates = front.lines.filter(({ text, sure }) => sure >= 100 * PRINT.sure && dateIn(text) !== null);
  if (dates.length < MIN_DATES) return false;
  return SHARED.every((field) => !agreesOn(field, back, front));
}
