/** Sets of positions in a block, one bit each. */
export function toBits(positions: number[]): Buffer {
  const bits = Buffer.alloc((Math.max(-1, ...positions) >> 3) + 1);
  for (const position of positions) bits[position >> 3]! |= 1 << (position & 7);
  return bits;
}

const both = (a: number, b: number) => a & b;
const either = (a: number, b: number) => a | b;
const firstAlone = (a: number, b: number) => a & ~b;

/** The positions that are in both. */
export const intersectionOf = (one: Buffer, other: Buffer): Buffer =>
  combine(one, other, Math.min(one.length, other.length), both);

/** The positions that are in the first alone. */
export const differenceOf = (one: Buffer, other: Buffer): Buffer => combine(one, other, one.length, firstAlone);

/** The positions that are in either. */
export const unionOf = (one: Buffer, other: Buffer): Buffer =>
  combine(one, other, Math.max(one.length, other.length), either);

function combine(one: Buffer, other: Buffer, length: number, of: (a: number, b: number) => number): Buffer {
  const result = Buffer.alloc(length);
  for (let at = 0; at < length; at++) result[at] = of(one[at] ?? 0, other[at] ?? 0);
  return result;
}

/** The positions of the set bits, the last one first. */
export function positionsOf(bits: Buffer): number[] {
  const positions: number[] = [];
  for (let byte = bits.length - 1; byte >= 0; byte--) {
    const value = bits[byte]!;
    for (let bit = 7; value !== 0 && bit >= 0; bit--) if (value & (1 << bit)) positions.push(byte * 8 + bit);
  }
  return positions;
}

const bitsPerByte = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export function countOf(bits: Buffer): number {
  let count = 0;
  for (const byte of bits) count += bitsPerByte[byte]!;
  return count;
}
