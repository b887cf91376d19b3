import type { Claim } from './claims';
import { withoutDisputed } from './disputed';
import { mergeSources } from './merge-sources';

const claim = (source: Claim['source'], value: string, sure = 0.97, checked = false): Claim => ({
  field: 'date_birth',
  source,
  value,
  sure,
  checked,
});
const isProven = (claims: Claim[], otherSide: Claim[]) => {
  const merged = mergeSources(claims);
  return withoutDisputed(merged, [{ coded: otherSide, print: [], lines: [] }]).evidence.date_birth.proven;
};
const proven = [claim('mrz', '20/01/1997', 0.97, true), claim('barcode', '20/01/1997', 0.99)];

it('keeps proven what no side says otherwise, and what was merely misread', () => {
  expect(isProven(proven, [])).toBe(true);
  expect(isProven(proven, [claim('print', '20/01/1997')])).toBe(true);
  expect(isProven(proven, [claim('print', '20/01/1991', 0.6)])).toBe(true);
});

it('proves nothing that a side says otherwise, whatever else speaks for it', () => {
  expect(isProven(proven, [claim('print', '03/10/1961', 0.6)])).toBe(false);
  expect(isProven(proven, [claim('print', '20/01/1991', 0.95)])).toBe(false);
  expect(isProven([claim('mrz', '20/01/1997', 0.97, true)], [claim('print', '03/10/1961', 0.6)])).toBe(false);
});
