import { findLabels } from '../read/labelled-values';
import type { PrintedLine } from '../read/read-line';
import type { FieldName } from '../reading';
import { parseDate, toTimestamp } from '../text/dates';
import { type FieldCandidate, candidatesFor } from './field-candidates';

const CONFIDENCE = 0.6;

/** The only date without a label, if it is between birth and expiry: the label of the date of issue was unreadable. */
export function unlabelledIssueDate(sides: PrintedLine[][], candidates: FieldCandidate[]): FieldCandidate[] {
  const timeOf = (field: FieldName) => toTimestamp(candidatesFor(field, candidates)[0]?.value ?? null);
  const [birth, due] = [timeOf('date_birth'), timeOf('date_due')];
  if (birth === null || due === null || timeOf('date_issue') !== null) return [];
  const dates = sides.flatMap((lines) => {
    const labelled = new Set(findLabels(lines).flatMap(({ line, near }) => [line, ...near.slice(0, 1)]));
    return lines.filter((line) => !labelled.has(line)).map((line) => parseDate(line.text));
  });
  const between = [...new Set(dates)].filter((date) => {
    const time = toTimestamp(date);
    return time !== null && time > birth && time < due;
  });
  if (between.length !== 1) return [];
  return [
    { field: 'date_issue', value: between[0]!, source: 'print', confidence: CONFIDENCE, hasValidCheckDigit: false },
  ];
}
