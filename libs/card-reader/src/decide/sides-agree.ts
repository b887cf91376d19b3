import type { FieldName } from '../reading';
import { alphanumeric } from '../text/misread-characters';
import { formatOf } from '../text/number-form';
import { CLEARLY_READ, type FieldCandidate, candidatesFor } from './field-candidates';
import { numbersInCodes } from './numbers-in-codes';
import { withoutCount } from './printed-numbers';
import { isConfirmed } from './shown-values';
import type { SideCandidates } from './side-candidates';

/** Two persons hardly share one of these. They may share names, and a day of expiry. */
const identifying: FieldName[] = ['document_number', 'nin', 'date_birth'];
const numbers: FieldName[] = ['document_number', 'nin'];
const common: FieldName[] = ['lastname', 'name', 'date_due'];
const MIN_COMMON = 2;
const MIN_CONFIDENCE = 0.6;

/** The fields that one side says and the other one shows. */
export function agreedFields(front: SideCandidates, back: SideCandidates): FieldName[] {
  return [...identifying, ...common].filter((field) => shows(field, front, back) || shows(field, back, front));
}

/** The fields whose number, printed on a side, a barcode of the other one contains, whatever its layout. */
export const fieldsInCodes = (codes: string[], { print }: SideCandidates): FieldName[] =>
  numbersInCodes(codes, print).map(({ field }) => field);

const shows = (field: FieldName, one: SideCandidates, other: SideCandidates) =>
  claims(field, one).some(({ value }) => isConfirmed(field, value, other));

/** What a side says of its holder, by whatever source. */
function claims(field: FieldName, { coded, print, spoken }: SideCandidates, minConfidence = MIN_CONFIDENCE) {
  const printed = [...print, ...spoken].filter(({ confidence }) => confidence >= minConfidence);
  return candidatesFor(field, [...coded, ...printed]);
}

/**
 * The fields in which the back speaks of its holder and the front does not confirm it; none for a back that carries
 * nothing of the person, which confirms nothing and contradicts nothing.
 */
export function unconfirmedFields(front: SideCandidates, back: SideCandidates, agreed: FieldName[]): FieldName[] {
  const said = [...identifying, 'lastname' as const, 'name' as const];
  const ofBack = said.filter((field) => candidatesFor(field, back.coded).length > 0);
  // Every front prints something of what a zone or a barcode says.
  if (ofBack.length > 0) return isOnePerson(front, back, agreed) ? [] : ofBack;
  if (agreed.some((field) => identifying.includes(field))) return [];
  const isClear = (field: FieldName, side: SideCandidates) => claims(field, side, CLEARLY_READ).length > 0;
  const clear = said.filter((field) => isClear(field, back) && (isClear(field, front) || isUsualName(field, back)));
  return clear.filter((field) => !agreed.includes(field) && !(field === 'nin' && isOfForm(front, back)));
}

/** Whether the only number of the back has another form than the person's on the front: it may be that of a form. */
function isOfForm(front: SideCandidates, back: SideCandidates): boolean {
  const formsOf = ({ value }: FieldCandidate) =>
    [value, withoutCount(value)].map((number) => formatOf(alphanumeric(number)));
  const [ofFront, ofBack] = [front, back].map((side) => claims('nin', side, CLEARLY_READ)) as Claims;
  return ofBack.every(
    (number) =>
      number.isUnlabelled === true && !ofFront.flatMap(formsOf).some((form) => formsOf(number).includes(form)),
  );
}

type Claims = [FieldCandidate[], FieldCandidate[]];

/** A name in daily use is a part of the name: every front shows it, even where the label of the name was not read. */
const isUsualName = (field: FieldName, { spoken }: SideCandidates) =>
  field === 'name' && candidatesFor(field, spoken).some(({ confidence }) => confidence >= CLEARLY_READ);

/** Names in common are enough only where a side has no number and no date of birth to compare. */
function isOnePerson(front: SideCandidates, back: SideCandidates, agreed: FieldName[]): boolean {
  if (agreed.some((field) => identifying.includes(field))) return true;
  const isSaid = (fields: FieldName[], side: SideCandidates) => fields.some((field) => claims(field, side).length > 0);
  const areCompared = [numbers, ['date_birth' as const]].some((fields) =>
    [front, back].every((side) => isSaid(fields, side)),
  );
  return !areCompared && agreed.length >= MIN_COMMON;
}
