import { failure } from '../failure';
import type { Raw } from './value';

const fixed: Record<number, number> = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16, 127: 0, 255: 0 };

/** How many bytes a value takes; types the server does not keep (code, symbol, undefined, DBPointer) are refused. */
export function sizeOfValue(raw: Raw, type: number, at: number, end = raw.length): number {
  const known = fixed[type];
  if (known !== undefined) return known;
  if (type === 11) return sizeOfRegex(raw, at, end);
  if (at + 4 > end) throw failure('InvalidBSON', 'BSON document is cut short');
  const length = raw.readInt32LE(at);
  if (length < 0) throw failure('InvalidBSON', 'negative length in BSON document');
  if (type === 2) return 4 + length;
  if (type === 3 || type === 4) return length;
  if (type === 5) return 5 + length;
  throw failure('BadValue', `BSON type ${type} is not supported`);
}

function sizeOfRegex(raw: Raw, at: number, end: number): number {
  let to = at;
  for (let zeros = 0; zeros < 2; to++) {
    if (to >= end) throw failure('InvalidBSON', 'BSON document is cut short');
    if (raw[to] === 0) zeros++;
  }
  return to - at;
}
