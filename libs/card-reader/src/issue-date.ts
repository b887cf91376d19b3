import type { Claim } from './claims';
import { dateIn, instantOf } from './dates';
import { labelsOf } from './printed-values';
import type { PrintedLine } from './read-lines';
import type { FieldName } from './reading';

const UNLABELLED = 0.6;

/** The one date of the card no label explains, if it lies between birth and expiry: its label was not readable. */
export function unlabelledIssue(sides: PrintedLine[][], claims: Claim[]): Claim[] {
  const on = (field: FieldName) => instantOf(claims.find((claim) => claim.field === field)?.value ?? null);
  const [birth, due] = [on('date_birth'), on('date_due')];
  if (birth === null || due === null || on('date_issue') !== null) return [];
  const dates = sides.flatMap((lines) => {
    const explained = new Set(labelsOf(lines).flatMap(({ line, near }) => [line, ...near.slice(0, 1)]));
    return lines.filter((line) => !explained.has(line)).map((line) => dateIn(line.text));
  });
  const between = [...new Set(dates)].filter((date) => {
    const instant = instantOf(date);
    return instant !== null && instant > birth && instant < due;
  });
  if (between.length !== 1) return [];
  return [{ field: 'date_issue', value: between[0]!, source: 'print', sure: UNLABELLED, checked: false }];
}
