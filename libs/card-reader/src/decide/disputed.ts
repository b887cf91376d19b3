import { type FieldName, fieldNames } from '../reading';
import { editDistance, normalizeText } from '../text/normalize-text';
import { CLEARLY_READ, type FieldCandidate } from './field-candidates';
import { agree } from './agree';
import type { Merged } from './merge-sources';
import type { SideCandidates } from './side-candidates';

const MAX_MISREAD_SHARE = 0.2;

/** Removes the proof of every value that a side disputes, whatever other evidence there is. */
export function withoutDisputedProofs({ fields, evidence }: Merged, sides: SideCandidates[]): Merged {
  const candidates = sides.flatMap(({ coded, print }) => [...coded, ...print]);
  const undisputed = { ...evidence };
  for (const field of fieldNames) {
    const value = fields[field];
    const isDisputed = value !== null && candidates.some((candidate) => disputes(field, value, candidate));
    if (isDisputed) undisputed[field] = { ...evidence[field], proven: false };
  }
  return { fields, evidence: undisputed };
}

/** A value that was badly read and is nearly the same is a misreading, not another value. */
function disputes(field: FieldName, value: string, candidate: FieldCandidate): boolean {
  if (candidate.field !== field) return false;
  if (agree(field, { ...candidate, value, isTruncated: false }, candidate)) return false;
  const [own, other] = [normalizeText(value), normalizeText(candidate.value)];
  const maxMisread = Math.floor(own.length * MAX_MISREAD_SHARE);
  return candidate.confidence >= CLEARLY_READ || editDistance(own, other) > maxMisread;
}
