import type { Encodable } from '../bson/value';
import { doc } from '../bson/value';
import { MongoFailure } from '../failure';

/** One failed part of a bulk write. */
type WriteError = Map<string, Encodable>;

/** The error of one statement; anything but a refusal is a defect and goes on. */
function writeError(index: number, error: unknown): WriteError {
  if (!(error instanceof MongoFailure)) throw error;
  return doc({ index, code: error.code, errmsg: error.message, ...error.details });
}

/** Runs the statements of a bulk write; an ordered one ends at the first error. */
export function eachStatement<T>(statements: readonly T[], ordered: boolean, run: (one: T, at: number) => void) {
  const errors: WriteError[] = [];
  for (let at = 0; at < statements.length; at++) {
    try {
      run(statements[at]!, at);
    } catch (error) {
      errors.push(writeError(at, error));
      if (ordered) break;
    }
  }
  return errors;
}

/** A bulk write's reply. */
export function writeReply(counts: Record<string, unknown>, errors: WriteError[]): Map<string, Encodable> {
  return doc({ ...counts, writeErrors: errors.length > 0 ? errors : undefined, ok: 1.0 });
}
