import { ProtocolError } from './errors';
import { readHuffman } from './huffman';
import { staticTable } from './static-table';

type Header = readonly [name: string, value: string];
export type Headers = Record<string, string | undefined>;

/** What an entry of a table costs beyond its letters (RFC 7541, 4.1). */
export const entryOverhead = 32;
/** The size of tables that both sides start from. We never ask for another one. */
export const usualTableSize = 4_096;
/** Of all headers of one answer together. */
const mostLetters = 65_536;

/**
 * Reads the headers of answers (HPACK). One for each connection, and every block of it in order, wanted or not: each builds on
 * those before.
 */
export function headerReader(): (block: Buffer) => Headers {
  const table = knownHeaders();
  return (block) => {
    const source = { block, at: 0 };
    const headers: Headers = {};
    let letters = 0;
    while (source.at < block.length) {
      const header = readHeader(source, table);
      if (!header) continue;
      const [name, value] = header;
      letters += name.length + value.length;
      if (letters > mostLetters) throw new ProtocolError('An answer has too many headers');
      headers[name] = value;
    }
    return headers;
  };
}

type Source = { block: Buffer; at: number };
type KnownHeaders = ReturnType<typeof knownHeaders>;

/** How a header is written stands in its first bits (RFC 7541, 6). Undefined: it was about the table alone. */
function readHeader(source: Source, table: KnownHeaders): Header | undefined {
  const first = source.block[source.at]!;
  if (first >= 0x80) return table.byNumber(readNumber(source, 7));
  if (first >= 0x40) {
    const header = readLiteral(source, 6, table);
    table.learn(header);
    return header;
  }
  if (first < 0x20) return readLiteral(source, 4, table);
  table.resize(readNumber(source, 5));
  return undefined;
}

function readLiteral(source: Source, bits: number, table: KnownHeaders): Header {
  const number = readNumber(source, bits);
  const name = number === 0 ? readText(source) : table.byNumber(number)[0];
  return [name, readText(source)];
}

/** A number that begins in the last bits of a byte and may go on in further ones. */
function readNumber(source: Source, bits: number): number {
  const { block } = source;
  const most = 2 ** bits - 1;
  let number = block[source.at++]! & most;
  if (number < most) return number;
  for (let shift = 1; shift <= 2 ** 21; shift *= 128) {
    const byte = block[source.at++];
    if (byte === undefined) break;
    number += (byte & 127) * shift;
    if (byte < 128) return number;
  }
  throw new ProtocolError('A header has no end');
}

function readText(source: Source): string {
  const { block } = source;
  const isHuffman = source.at < block.length && block[source.at]! >= 0x80;
  const length = readNumber(source, 7);
  const start = source.at;
  source.at += length;
  if (source.at > block.length) throw new ProtocolError('A header has no end');
  return isHuffman ? readHuffman(block, start, source.at) : block.toString('latin1', start, source.at);
}

/** What was said before, by number; the oldest are forgotten when there is no more room. */
function knownHeaders() {
  // Newest first, as the numbers go; there are some dozens.
  const known: Header[] = [];
  let size = 0;
  let room = usualTableSize;
  const shrinkTo = (most: number) => {
    while (size > most) size -= costOf(known.pop()!);
  };
  return {
    byNumber(number: number): Header {
      const fixed = staticTable.length;
      const header = number <= fixed ? staticTable[number - 1] : known[number - fixed - 1];
      if (!header) throw new ProtocolError('A header has a number that nobody gave');
      return header;
    },
    learn(header: Header): void {
      const cost = costOf(header);
      shrinkTo(Math.max(0, room - cost));
      if (cost > room) return;
      known.unshift(header);
      size += cost;
    },
    resize(most: number): void {
      if (most > usualTableSize) throw new ProtocolError('The table of headers is larger than agreed');
      room = most;
      shrinkTo(room);
    },
  };
}

const costOf = ([name, value]: Header): number => name.length + value.length + entryOverhead;
