import { findLabels } from '../read/labelled-values';
import type { PrintedLine } from '../read/printed-line';
import type { FieldName } from '../reading';
import { parseDate, toTimestamp } from '../text/dates';
import { normalizeText } from '../text/normalize-text';
import { type FieldCandidate, candidatesFor } from './field-candidates';

const CONFIDENCE = 0.6;

/**
 * The only date without a label, if it is between birth and expiry: the label of the date of issue was unreadable. A
 * card that is valid for life was issued by now.
 */
export function unlabelledIssueDate(
  sides: PrintedLine[][],
  candidates: FieldCandidate[],
  now = Date.now(),
): FieldCandidate[] {
  const timeOf = (field: FieldName) => toTimestamp(candidatesFor(field, candidates)[0]?.value ?? null);
  const [birth, due] = [timeOf('date_birth'), timeOf('date_due') ?? (isForLife(sides) ? now : null)];
  if (birth === null || due === null || timeOf('date_issue') !== null) return [];
  const dates = sides.flatMap((lines) => {
    const labelled = new Set(findLabels(lines).flatMap(({ line, near }) => [line, ...near.slice(0, 1)]));
    const others = lines.filter((line) => !labelled.has(line));
    return others.map(({ text, words }) => ({ value: parseDate(text), words }));
  });
  const between = dates.filter(({ value }) => {
    const time = toTimestamp(value);
    return time !== null && time > birth && time < due;
  });
  if (new Set(between.map(({ value }) => value)).size !== 1) return [];
  const { value, words } = between[0]!;
  const found = { source: 'print' as const, confidence: CONFIDENCE, hasValidCheckDigit: false };
  return [{ field: 'date_issue', value: value!, words, ...found }];
}

/** A text, not a date, stands behind the label of the expiry. */
const isForLife = (sides: PrintedLine[][]) =>
  sides.flatMap(findLabels).some(({ kind, inlineValue, near }) => {
    const value = inlineValue || near[0]?.text;
    return kind === 'date_due' && value !== undefined && FOR_LIFE.test(normalizeText(value));
  });
const FOR_LIFE =
  /^(?:SEUMUR HIDUP|INDEFINID[AO]|INDETERMINAD[AO]|PERMANENTE?|NO CADUCA|LIFETIME|FOR LIFE|UNLIMITED|ILLIMITEE?|VITALICI[AO])$/;
