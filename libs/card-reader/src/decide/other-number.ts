import type { FieldName } from '../reading';
import type { FieldCandidate } from './field-candidates';
import { plainNumber } from './shown-values';

const otherNumber: Partial<Record<FieldName, FieldName>> = { document_number: 'nin', nin: 'document_number' };

/** Whether zone or barcode hold the number under the other name alone: as the person's, or as the document's. */
export function isOtherNumber({ field, value, source }: FieldCandidate, coded: FieldCandidate[]): boolean {
  const isHeld = (as: FieldName) =>
    coded.some((candidate) => candidate.field === as && plainNumber(candidate.value) === plainNumber(value));
  const other = otherNumber[field];
  return source === 'print' && other !== undefined && isHeld(other) && !isHeld(field);
}

/**
 * What a label calls by the wrong name, by the name that zone or barcode give it. The only number that is announced as
 * the person's is that as well: the cards of some countries have no other one.
 */
export const namedAsCoded = (print: FieldCandidate[], coded: FieldCandidate[]): FieldCandidate[] =>
  print.flatMap((candidate) => {
    if (!isOtherNumber(candidate, coded)) return [candidate];
    const renamed = { ...candidate, field: otherNumber[candidate.field]! };
    const isOnlyNin = candidate.field === 'nin' && !coded.some(({ field }) => field === 'nin');
    return isOnlyNin ? [candidate, renamed] : [renamed];
  });
