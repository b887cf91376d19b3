import { ProtocolError } from './errors';
import { decodeHuffman } from './huffman';
import { staticTable } from './static-table';

type Header = readonly [name: string, value: string];
export type Headers = Record<string, string | undefined>;

/** Size of a table entry beyond the length of its name and value (RFC 7541, section 4.1). */
export const entryOverhead = 32;
/** The initial table size of both sides. We never ask for another one. */
export const defaultTableSize = 4_096;
/** Maximum length of all headers of one response together: one long header can be repeated by a single byte. */
const maxHeaderListLength = 65_536;

/**
 * Decodes response headers (HPACK). One decoder for each connection must decode every block in order, even of abandoned
 * streams: a block refers to the headers of those before it.
 */
export function hpackDecoder(): (block: Buffer) => Headers {
  const table = headerTable();
  return (block) => {
    const source = { block, at: 0 };
    const headers: Headers = {};
    let length = 0;
    while (source.at < block.length) {
      const header = readHeader(source, table);
      if (!header) continue;
      const [name, value] = header;
      length += name.length + value.length;
      if (length > maxHeaderListLength) throw new ProtocolError('A response has too many headers');
      headers[name] = value;
    }
    return headers;
  };
}

type Source = { block: Buffer; at: number };
type HeaderTable = ReturnType<typeof headerTable>;

/** The first bits determine the representation (RFC 7541, section 6). Undefined for a change of the table size. */
function readHeader(source: Source, table: HeaderTable): Header | undefined {
  const first = source.block[source.at]!;
  if (first >= 0x80) return table.get(readInteger(source, 7));
  if (first >= 0x40) {
    const header = readLiteral(source, 6, table);
    table.add(header);
    return header;
  }
  if (first < 0x20) return readLiteral(source, 4, table);
  table.resize(readInteger(source, 5));
  return undefined;
}

function readLiteral(source: Source, prefixBits: number, table: HeaderTable): Header {
  const index = readInteger(source, prefixBits);
  const name = index === 0 ? readString(source) : table.get(index)[0];
  return [name, readString(source)];
}

/** An integer that begins in the last bits of a byte and may continue in further bytes (RFC 7541, section 5.1). */
function readInteger(source: Source, prefixBits: number): number {
  const { block } = source;
  const maxPrefix = 2 ** prefixBits - 1;
  let integer = block[source.at++]! & maxPrefix;
  if (integer < maxPrefix) return integer;
  for (let shift = 1; shift <= 2 ** 21; shift *= 128) {
    const byte = block[source.at++];
    if (byte === undefined) break;
    integer += (byte & 127) * shift;
    if (byte < 128) return integer;
  }
  throw new ProtocolError('A header block is truncated');
}

function readString(source: Source): string {
  const { block } = source;
  const isHuffman = source.at < block.length && block[source.at]! >= 0x80;
  const length = readInteger(source, 7);
  const start = source.at;
  source.at += length;
  if (source.at > block.length) throw new ProtocolError('A header block is truncated');
  return isHuffman ? decodeHuffman(block, start, source.at) : block.toString('latin1', start, source.at);
}

/** The static table and the dynamic table behind one index; the dynamic table evicts its oldest entries. */
function headerTable() {
  // Newest first, as its indexes count; it holds some dozens of entries at most.
  const dynamic: Header[] = [];
  let size = 0;
  let maxSize = defaultTableSize;
  const evictDownTo = (target: number) => {
    while (size > target) size -= sizeOf(dynamic.pop()!);
  };
  return {
    get(index: number): Header {
      const fixed = staticTable.length;
      const header = index <= fixed ? staticTable[index - 1] : dynamic[index - fixed - 1];
      if (!header) throw new ProtocolError('A header has an unknown index');
      return header;
    },
    add(header: Header): void {
      const entrySize = sizeOf(header);
      evictDownTo(Math.max(0, maxSize - entrySize));
      if (entrySize > maxSize) return;
      dynamic.unshift(header);
      size += entrySize;
    },
    resize(newMaxSize: number): void {
      if (newMaxSize > defaultTableSize) throw new ProtocolError('The header table exceeds the size that was agreed');
      maxSize = newMaxSize;
      evictDownTo(maxSize);
    },
  };
}

const sizeOf = ([name, value]: Header): number => name.length + value.length + entryOverhead;
