import { defaultTableSize, entryOverhead } from './hpack-decoder';
import { staticTable } from './static-table';

/**
 * `shared`: many requests carry the same value; it is written once on each connection and then referred to by its
 * index. `unique`: the value belongs to this request alone. Names are in lower case, and pseudo-headers come first.
 */
export type RequestHeader = readonly [name: string, value: string, kind: 'shared' | 'unique'];
export type HpackEncoder = ReturnType<typeof hpackEncoder>;

type Target = { bytes: Buffer; end: number };

const staticNames = new Map<string, number>();
const staticHeaders = new Map<string, Map<string, number>>();
for (const [position, [name, value]] of staticTable.entries()) {
  if (!staticNames.has(name)) staticNames.set(name, position + 1);
  if (value) staticHeaders.set(name, (staticHeaders.get(name) ?? new Map<string, number>()).set(value, position + 1));
}

/** Upper bound of what the representation of one header adds to its name and value. */
const maxOverheadBytes = 12;

/** Upper bound of the encoded size of these headers. Throws when a value has characters that are not allowed. */
export function maxEncodedBytes(headers: readonly RequestHeader[]): number {
  let bytes = maxOverheadBytes;
  for (const [name, value] of headers) {
    if (/[^\x20-\x7e]/.test(value)) throw new TypeError(`The header ${name} holds more than visible ASCII`);
    bytes += name.length + value.length + maxOverheadBytes;
  }
  return bytes;
}

/** Encodes request headers (HPACK). One encoder for each connection must write every block in order. */
export function hpackEncoder() {
  const table = sharedHeaderTable();
  return {
    write(headers: readonly RequestHeader[], target: Target): void {
      for (const size of table.takeSizeUpdates()) writeInteger(target, 0x20, 5, size);
      for (const [name, value, kind] of headers) {
        const index = staticHeaders.get(name)?.get(value) ?? (kind === 'shared' ? table.find(name, value) : undefined);
        if (index !== undefined) {
          writeInteger(target, 0x80, 7, index);
          continue;
        }
        const isIndexed = kind === 'shared' && table.add(name, value);
        const nameIndex = staticNames.get(name) ?? 0;
        writeInteger(target, isIndexed ? 0x40 : 0x00, isIndexed ? 6 : 4, nameIndex);
        if (nameIndex === 0) writeString(target, name);
        writeString(target, value);
      }
    },
    /** Adopts the table size of the server's SETTINGS. */
    resize: table.resize,
  };
}

function writeInteger(target: Target, pattern: number, prefixBits: number, integer: number): void {
  const { bytes } = target;
  const maxPrefix = 2 ** prefixBits - 1;
  if (integer < maxPrefix) return void (bytes[target.end++] = pattern | integer);
  bytes[target.end++] = pattern | maxPrefix;
  let rest = integer - maxPrefix;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[target.end++] = (rest % 128) + 128;
  bytes[target.end++] = rest;
}

function writeString(target: Target, text: string): void {
  writeInteger(target, 0x00, 7, text.length);
  target.end += target.bytes.write(text, target.end, 'latin1');
}

/** The dynamic table as the server's decoder holds it; the oldest entries are evicted first. */
function sharedHeaderTable() {
  /** Insertion numbers by name and value; an index is the distance from the newest entry. */
  const numbers = new Map<string, Map<string, number>>();
  const entries: (readonly [name: string, value: string])[] = [];
  let insertions = 0;
  let size = 0;
  let maxSize = defaultTableSize;
  let sizeUpdates: number[] = [];

  const evictDownTo = (target: number) => {
    while (size > target) {
      const [name, value] = entries.shift()!;
      numbers.get(name)!.delete(value);
      size -= name.length + value.length + entryOverhead;
    }
  };
  return {
    find(name: string, value: string): number | undefined {
      const number = numbers.get(name)?.get(value);
      return number === undefined ? undefined : staticTable.length + insertions - number;
    },
    add(name: string, value: string): boolean {
      const entrySize = name.length + value.length + entryOverhead;
      if (entrySize > maxSize) return false;
      evictDownTo(maxSize - entrySize);
      entries.push([name, value]);
      size += entrySize;
      if (!numbers.has(name)) numbers.set(name, new Map());
      numbers.get(name)!.set(value, insertions++);
      return true;
    },
    resize(newMaxSize: number): void {
      const previous = maxSize;
      maxSize = Math.min(newMaxSize, defaultTableSize);
      if (maxSize === previous) return;
      evictDownTo(maxSize);
      // Of several changes between two blocks, the smallest size must be signalled too (RFC 7541, section 4.2).
      sizeUpdates = [...sizeUpdates.filter((one) => one < maxSize).slice(0, 1), maxSize];
    },
    takeSizeUpdates(): number[] {
      const updates = sizeUpdates;
      if (updates.length > 0) sizeUpdates = [];
      return updates;
    },
  };
}
