import { lineAt } from '../read/printed-lines.fixture';
import type { FieldCandidate } from './field-candidates';
import { unlabelledIssueDate } from './unlabelled-issue-date';

const dated = (field: 'date_birth' | 'date_due', value: string): FieldCandidate => ({
  field,
  value,
  source: 'print',
  confidence: 0.9,
  hasValidCheckDigit: false,
});
const birth = dated('date_birth', '12/05/1983');
const issuedOf = (texts: string[], candidates: FieldCandidate[]) => {
  const lines = texts.map((text, row) => lineAt(text, 40 + row * 600, 40 + row * 200));
  const now = Date.UTC(2026, 0, 1);
  return unlabelledIssueDate([lines, []], candidates, now).map(({ value }) => value);
};

it('the only date without a label is that of the issue, if it is between birth and expiry', () => {
  expect(issuedOf(['21-09-2018'], [birth, dated('date_due', '20/09/2028')])).toEqual(['21/09/2018']);
  expect(issuedOf(['21-09-2018'], [birth, dated('date_due', '20/09/2017')])).toEqual([]);
  expect(issuedOf(['21-09-2018', '05-01-2019'], [birth, dated('date_due', '20/09/2028')])).toEqual([]);
  expect(issuedOf(['21-09-2018'], [birth])).toEqual([]);
});

it('a card that is valid for life was issued in the past', () => {
  const forLife = 'Berlaku Hingga: SEUMUR HIDUP';
  expect(issuedOf([forLife, '21-09-2018'], [birth])).toEqual(['21/09/2018']);
  expect(issuedOf([forLife, '21-09-2028'], [birth])).toEqual([]);
  expect(issuedOf(['Berlaku Hingga: BANDUNG', '21-09-2018'], [birth])).toEqual([]);
});
