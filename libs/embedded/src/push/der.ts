/** One DER element: tag, length and contents. */
export function element(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

/** A sequence of elements. */
export function sequence(...contents: Buffer[]): Buffer {
  return element(0x30, ...contents);
}

/** A set of one element. */
export function setOf(content: Buffer): Buffer {
  return element(0x31, content);
}

/** A positive integer from its big-endian bytes. */
export function positiveInteger(bytes: Buffer): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return element(0x02, isNegative ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

/** An object identifier from its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let left = arc >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

/** The value `true`; false is left out by DER wherever it is the default. */
export const yes = element(0x01, Buffer.from([0xff]));

/** A string of bits, the last `unused` of which do not count. */
export function bitString(bytes: Buffer, unused = 0): Buffer {
  return element(0x03, Buffer.from([unused]), bytes);
}

/** A string of bytes. */
export function octetString(bytes: Buffer): Buffer {
  return element(0x04, bytes);
}

/** Text. */
export function utf8String(text: string): Buffer {
  return element(0x0c, Buffer.from(text));
}

/** A moment to the second: two digits of the year until 2049, four from then on, as X.509 wants it. */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}

/** An element by a number of its surroundings; `isPlain` when it replaces the tag of a value without parts. */
export function tagged(number: number, content: Buffer, isPlain = false): Buffer {
  return element((isPlain ? 0x80 : 0xa0) | number, content);
}
