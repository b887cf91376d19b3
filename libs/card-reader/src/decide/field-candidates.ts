import type { Span } from '../read/mrz-layouts';
import type { Word } from '../read/text-engine';
import type { FieldName, Source } from '../reading';

/** From this confidence on, a value counts as clearly read: it outweighs what is more likely without it. */
export const CLEARLY_READ = 0.85;

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
  /** It may have been cut to leave room for what follows it: a longer value that begins so agrees. */
  mayBeCut?: boolean;
  /** The printed words that it was read from. */
  words?: Word[];
  /** The only number of a side, without a label: it may be the person's, or that of a form. */
  isUnlabelled?: boolean;
  /** That it is the number of this field is a guess: the card has no other. */
  isGuess?: boolean;
  /** All names of the person: which part is the surname is unknown, or there is none. */
  isUndivided?: boolean;
  /** Two surnames, each announced by a label of its own. */
  isOfTwoLabels?: boolean;
  /** Its part of the zone. */
  span?: Span;
  /** The text that it was read from, where characters of it were exchanged. */
  readAs?: string;
  /** Read without a model of its language, or with ink above plain letters: they may lack their marks. */
  mayLackMarks?: boolean;
}

export const candidatesFor = (field: FieldName, candidates: FieldCandidate[]): FieldCandidate[] =>
  candidates.filter((candidate) => candidate.field === field);
