import { ProtocolError } from './errors';

/** Which bytes have codes of which length (RFC 7541, Appendix B). The codes themselves follow: they are counted upwards. */
const ofLength: Record<number, (string | number)[]> = {
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

const longest = 30;
const endOfString = 256;

/** For each length: its first code, the first one that is none of it any more, and the bytes in the order of their codes. */
const first = new Uint32Array(longest + 1);
const beyond = new Uint32Array(longest + 1);
const symbols: number[][] = [];
for (let length = 1, code = 0; length <= longest; length++) {
  const all = (ofLength[length] ?? []).flatMap((some) => (typeof some === 'string' ? [...Buffer.from(some)] : some));
  symbols[length] = all;
  first[length] = code;
  beyond[length] = code + all.length;
  code = (code + all.length) * 2;
}

const shortest = 5;
const decoded = Buffer.allocUnsafeSlow(65_536);

/** The text of a string in the code that HTTP/2 headers are written in. */
export function readHuffman(bytes: Buffer, from: number, to: number): string {
  // No code is shorter: what is decoded is at most this much longer.
  if (((to - from) * 8) / shortest > decoded.length) throw new ProtocolError('A header is too long');
  let code = 0;
  let length = 0;
  let end = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1);
      length++;
      if (length < shortest || code >= beyond[length]!) {
        if (length === longest) throw new ProtocolError('A header is in no known code');
        continue;
      }
      const symbol = symbols[length]![code - first[length]!]!;
      if (symbol === endOfString) throw new ProtocolError('A header ends before its end');
      decoded[end++] = symbol;
      code = 0;
      length = 0;
    }
  }
  if (length > 7 || code !== 2 ** length - 1) throw new ProtocolError('A header ends in the middle of a letter');
  return decoded.toString('latin1', 0, end);
}
