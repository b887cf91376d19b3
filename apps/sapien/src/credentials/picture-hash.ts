const BAND_DIGITS = 4;

/**
 * The parts of a hash, each with its place: two hashes with fewer different bits than there are bands have a band in
 * common, and so do nearly all with some more.
 */
export function bandsOf(hash: string): number[] {
  const bands = hash.match(/.{4}/g) ?? [];
  return bands.map((digits, place) => place * 16 ** BAND_DIGITS + parseInt(digits, 16));
}

/** The number of bits in which two hashes differ. */
export function distanceOf(hash: string, other: string): number {
  const [a, b] = [hash, other].map((digits) => Buffer.from(digits, 'hex'));
  return a!.reduce((sum, byte, at) => sum + countBits(byte ^ b![at]!), 0);
}

function countBits(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
}
