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

/** A set with one element. */
export function setOf(content: Buffer): Buffer {
  return element(0x31, content);
}

/** A positive integer from its big-endian bytes. */
export function positiveInteger(bytes: Buffer): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return element(0x02, isNegative ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

/** An object identifier from its dotted notation. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let left = arc >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

/** The boolean true. DER omits false where it is the default. */
export const derTrue = element(0x01, Buffer.from([0xff]));

/** A bit string; the last `unused` bits are padding. */
export function bitString(bytes: Buffer, unused = 0): Buffer {
  return element(0x03, Buffer.from([unused]), bytes);
}

/** An octet string. */
export function octetString(bytes: Buffer): Buffer {
  return element(0x04, bytes);
}

/** A UTF-8 string. */
export function utf8String(text: string): Buffer {
  return element(0x0c, Buffer.from(text));
}

/** A time in seconds: UTCTime until 2049, GeneralizedTime from 2050, as X.509 requires. */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}

/** An element with a context-specific tag; `isPrimitive`: the tag replaces that of a primitive value. */
export function contextTag(number: number, content: Buffer, isPrimitive = false): Buffer {
  return element((isPrimitive ? 0x80 : 0xa0) | number, content);
}
