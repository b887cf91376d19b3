import { ProtocolError } from './errors';

/** Symbols by the length of their code (RFC 7541, Appendix B). The code is canonical: codes follow from the lengths. */
const symbolsByLength: Record<number, (string | number)[]> = {
  5: ['012aceiost'],
  6: [' %-./3456789=A_bdfghlmnpru'],
  7: [':BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz'],
  8: ['&*,;XZ'],
  10: ['!"()?'],
  11: ["'+|"],
  12: ['#>'],
  13: [0, '$@[]~'],
  14: ['^}'],
  15: ['<`{'],
  19: ['\\', 195, 208],
  20: [128, 130, 131, 162, 184, 194, 224, 226],
  21: [153, 161, 167, 172, 176, 177, 179, 209, 216, 217, 227, 229, 230],
  22: [
    ...[129, 132, 133, 134, 136, 146, 154, 156, 160, 163, 164, 169, 170, 173, 178, 181, 185, 186, 187, 189, 190, 196],
    ...[198, 228, 232, 233],
  ],
  23: [
    ...[1, 135, 137, 138, 139, 140, 141, 143, 147, 149, 150, 151, 152, 155, 157, 158, 165, 166, 168, 174, 175, 180],
    ...[182, 183, 188, 191, 197, 231, 239],
  ],
  24: [9, 142, 144, 145, 148, 159, 171, 206, 215, 225, 236, 237],
  25: [199, 207, 234, 235],
  26: [192, 193, 200, 201, 202, 205, 210, 213, 218, 219, 238, 240, 242, 243, 255],
  27: [203, 204, 211, 212, 214, 221, 222, 223, 241, 244, 245, 246, 247, 248, 250, 251, 252, 253, 254],
  28: [
    ...[2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 127, 220],
    ...[249],
  ],
  30: [10, 13, 22, 256],
};

const maxCodeLength = 30;
const endOfString = 256;

/** For each length: its first code, the code after its last one, and its symbols in the order of their codes. */
const firstCode = new Uint32Array(maxCodeLength + 1);
const endCode = new Uint32Array(maxCodeLength + 1);
const symbols: number[][] = [];
for (let length = 1, code = 0; length <= maxCodeLength; length++) {
  const all = (symbolsByLength[length] ?? []).flatMap((some) =>
    typeof some === 'string' ? [...Buffer.from(some)] : some,
  );
  symbols[length] = all;
  firstCode[length] = code;
  endCode[length] = code + all.length;
  code = (code + all.length) * 2;
}

const minCodeLength = 5;
const decoded = Buffer.allocUnsafeSlow(65_536);

/** Decodes a Huffman-coded string of a header. */
export function decodeHuffman(bytes: Buffer, from: number, to: number): string {
  // No code is shorter than this, which bounds the decoded length.
  if (((to - from) * 8) / minCodeLength > decoded.length) throw new ProtocolError('A header is too long');
  let code = 0;
  let length = 0;
  let end = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1);
      length++;
      if (length < minCodeLength || code >= endCode[length]!) {
        if (length === maxCodeLength) throw new ProtocolError('A header has an invalid Huffman code');
        continue;
      }
      const symbol = symbols[length]![code - firstCode[length]!]!;
      if (symbol === endOfString) throw new ProtocolError('A header contains the end-of-string symbol');
      decoded[end++] = symbol;
      code = 0;
      length = 0;
    }
  }
  if (length > 7 || code !== 2 ** length - 1) throw new ProtocolError('A header has invalid Huffman padding');
  return decoded.toString('latin1', 0, end);
}
