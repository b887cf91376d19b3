import { withoutDisputedProofs } from './disputed';
import type { FieldCandidate } from './field-candidates';
import { mergeSources } from './merge-sources';

const candidate = (
  source: FieldCandidate['source'],
  value: string,
  confidence = 0.97,
  hasValidCheckDigit = false,
): FieldCandidate => ({
  field: 'date_birth',
  source,
  value,
  confidence,
  hasValidCheckDigit,
});
const isProven = (candidates: FieldCandidate[], otherSide: FieldCandidate[]) => {
  const merged = mergeSources(candidates);
  return withoutDisputedProofs(merged, [{ country: '', coded: otherSide, print: [], spoken: [], lines: [] }]).evidence
    .date_birth.proven;
};
const proven = [candidate('mrz', '20/01/1997', 0.97, true), candidate('barcode', '20/01/1997', 0.99)];

it('keeps the proof of a value that no side disputes or that a side misread', () => {
  expect(isProven(proven, [])).toBe(true);
  expect(isProven(proven, [candidate('print', '20/01/1997')])).toBe(true);
  expect(isProven(proven, [candidate('print', '20/01/1991', 0.6)])).toBe(true);
});

it('removes the proof of a value that a side disputes', () => {
  expect(isProven(proven, [candidate('print', '03/10/1961', 0.6)])).toBe(false);
  expect(isProven(proven, [candidate('print', '20/01/1991', 0.95)])).toBe(false);
  expect(isProven([candidate('mrz', '20/01/1997', 0.97, true)], [candidate('print', '03/10/1961', 0.6)])).toBe(false);
});
