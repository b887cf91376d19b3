import { entryOverhead, usualTableSize } from './header-reader';
import { staticTable } from './static-table';

/**
 * `shared`: many requests have the same one, which is written out once on each connection and then named by its number.
 * `own`: of this request alone. Names are in small letters, and those that begin with a colon come first.
 */
export type RequestHeader = readonly [name: string, value: string, kind: 'shared' | 'own'];
export type HeaderWriter = ReturnType<typeof headerWriter>;

/** Where something is written to, and how far it came. */
export type Target = { bytes: Buffer; end: number };

const fixedNames = new Map<string, number>();
const fixedHeaders = new Map<string, Map<string, number>>();
for (const [at, [name, value]] of staticTable.entries()) {
  if (!fixedNames.has(name)) fixedNames.set(name, at + 1);
  if (value) fixedHeaders.set(name, (fixedHeaders.get(name) ?? new Map<string, number>()).set(value, at + 1));
}

/** What one written header can add to the letters of its name and value. */
const mostAround = 12;

/** At least as many bytes as these headers need. Throws when one holds what no header may. */
export function roomFor(headers: readonly RequestHeader[]): number {
  let letters = mostAround;
  for (const [name, value] of headers) {
    if (/[^\x20-\x7e]/.test(value)) throw new TypeError(`The header ${name} holds more than visible ASCII`);
    letters += name.length + value.length + mostAround;
  }
  return letters;
}

/** Writes the headers of requests (HPACK). One for each connection, and every block in its order. */
export function headerWriter() {
  const said = saidHeaders();
  return {
    write(headers: readonly RequestHeader[], target: Target): void {
      for (const size of said.takeNewSizes()) writeNumber(target, 0x20, 5, size);
      for (const [name, value, kind] of headers) {
        const number =
          fixedHeaders.get(name)?.get(value) ?? (kind === 'shared' ? said.numberOf(name, value) : undefined);
        if (number !== undefined) {
          writeNumber(target, 0x80, 7, number);
          continue;
        }
        const isKept = kind === 'shared' && said.keep(name, value);
        const nameNumber = fixedNames.get(name) ?? 0;
        writeNumber(target, isKept ? 0x40 : 0x00, isKept ? 6 : 4, nameNumber);
        if (nameNumber === 0) writeText(target, name);
        writeText(target, value);
      }
    },
    /** The other side says how large a table it keeps. */
    resize: said.resize,
  };
}

function writeNumber(target: Target, marks: number, bits: number, number: number): void {
  const { bytes } = target;
  const most = 2 ** bits - 1;
  if (number < most) return void (bytes[target.end++] = marks | number);
  bytes[target.end++] = marks | most;
  let rest = number - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[target.end++] = (rest % 128) + 128;
  bytes[target.end++] = rest;
}

function writeText(target: Target, text: string): void {
  writeNumber(target, 0x00, 7, text.length);
  target.end += target.bytes.write(text, target.end, 'latin1');
}

/** What the other side has been told and still keeps. */
function saidHeaders() {
  const numbers = new Map<string, Map<string, number>>();
  const kept: (readonly [name: string, value: string])[] = [];
  let count = 0;
  let size = 0;
  let room = usualTableSize;
  let newSizes: number[] = [];

  const shrinkTo = (most: number) => {
    while (size > most) {
      const [name, value] = kept.shift()!;
      numbers.get(name)!.delete(value);
      size -= name.length + value.length + entryOverhead;
    }
  };
  return {
    numberOf(name: string, value: string): number | undefined {
      const told = numbers.get(name)?.get(value);
      return told === undefined ? undefined : staticTable.length + count - told;
    },
    keep(name: string, value: string): boolean {
      const cost = name.length + value.length + entryOverhead;
      if (cost > room) return false;
      shrinkTo(room - cost);
      kept.push([name, value]);
      size += cost;
      if (!numbers.has(name)) numbers.set(name, new Map());
      numbers.get(name)!.set(value, count++);
      return true;
    },
    resize(most: number): void {
      const before = room;
      room = Math.min(most, usualTableSize);
      if (room === before) return;
      shrinkTo(room);
      // Of several changes between two blocks the smallest must be said too.
      newSizes = [...newSizes.filter((one) => one < room).slice(0, 1), room];
    },
    takeNewSizes(): number[] {
      const sizes = newSizes;
      if (sizes.length > 0) newSizes = [];
      return sizes;
    },
  };
}
