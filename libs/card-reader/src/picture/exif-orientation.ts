/** Reads and writes the only EXIF entry that is kept. */

const ORIENTATION = 0x0112;
const [SHORT, ENTRY_BYTES, HEADER_BYTES] = [3, 12, 8];
export const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1');

/** The orientation (1 to 8) in an EXIF block; 1 where it is missing or malformed. */
export function readOrientation(exif: Buffer): number {
  const tiff = exif.subarray(0, EXIF_PREFIX.length).equals(EXIF_PREFIX) ? exif.subarray(EXIF_PREFIX.length) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < HEADER_BYTES || (order !== 'II' && order !== 'MM')) return 1;
  const number = (at: number, bytes: number) =>
    order === 'II' ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes);
  const first = number(4, 4) + 2;
  const count = first <= tiff.length ? number(first - 2, 2) : 0;
  for (let at = first; at < first + count * ENTRY_BYTES && at + ENTRY_BYTES <= tiff.length; at += ENTRY_BYTES) {
    if (number(at, 2) === ORIENTATION && number(at + 2, 2) === SHORT) return validOrUpright(number(at + 8, 2));
  }
  return 1;
}

const validOrUpright = (value: number) => (value >= 1 && value <= 8 ? value : 1);

/** An EXIF block with the orientation alone; null for an upright picture. */
export function encodeOrientation(orientation: number): Buffer | null {
  if (orientation === 1) return null;
  const tiff = Buffer.alloc(HEADER_BYTES + 2 + ENTRY_BYTES + 4);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(HEADER_BYTES, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
