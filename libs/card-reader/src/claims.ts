import type { FieldName, Source } from './reading';

/** What one source says of one field. */
export interface Claim {
  field: FieldName;
  value: string;
  source: Source;
  /** 0 to 1. */
  sure: number;
  /** A check digit over this very value holds as it was read, nothing exchanged. */
  checked: boolean;
  /** The source had no room for more: the value may go on. */
  cut?: boolean;
}
