import type { FieldName, Source } from '../reading';

/** The value of one field according to one source. */
export interface FieldCandidate {
  field: FieldName;
  value: string;
  source: Source;
  /** 0 to 1. */
  confidence: number;
  /** A check digit over exactly this value is right, and no character was exchanged for it. */
  hasValidCheckDigit: boolean;
  /** The check digit of the source over this value is wrong: some character of it was misread. */
  isRefuted?: boolean;
  /** The source had no room for more: the value may continue. */
  isTruncated?: boolean;
  /** Read without a model of its language: letters may lack their marks. */
  mayLackMarks?: boolean;
}

export const candidatesFor = (field: FieldName, candidates: FieldCandidate[]): FieldCandidate[] =>
  candidates.filter((candidate) => candidate.field === field);
