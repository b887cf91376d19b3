import { isUtf8 } from 'node:buffer';
import { failure } from '../failure';
import type { Doc, Raw, Value } from './value';
import { decodeValue } from './decode';
import { sizeOfValue } from './size';

const needles = new Map<string, Buffer>();

function needle(name: string): Buffer {
  let bytes = needles.get(name);
  if (!bytes) {
    if (needles.size > 5000) needles.clear();
    bytes = Buffer.from(`${name}\0`, 'utf8');
    needles.set(name, bytes);
  }
  return bytes;
}

/** The value of a top-level field, reading nothing but that field when the document is still bytes. */
export function fieldOf(source: Doc | Raw, name: string): Value | undefined {
  if (source instanceof Map) return source.get(name);
  const wanted = needle(name);
  const first = wanted[0];
  const end = source.length - 1;
  let at = 4;
  while (at < end) {
    const type = source[at++]!;
    if (source[at] === first && sameName(source, at, wanted)) return decodeValue(source, type, at + wanted.length);
    while (source[at] !== 0) at++;
    at += 1;
    at += sizeOfValue(source, type, at);
  }
  return undefined;
}

function sameName(source: Raw, at: number, wanted: Buffer): boolean {
  for (let i = 1; i < wanted.length; i++) if (source[at + i] !== wanted[i]) return false;
  return true;
}

/** The field's own bytes (type, name, value), to be moved elsewhere unread. */
export function fieldBytes(source: Raw, name: string): { from: number; to: number } | undefined {
  const wanted = needle(name);
  let at = 4;
  while (at < source.length - 1) {
    const from = at;
    const type = source[at++]!;
    const found = sameName(source, at, wanted) && source[at] === wanted[0];
    while (source[at] !== 0) at++;
    at += 1;
    at += sizeOfValue(source, type, at);
    if (found) return { from, to: at };
  }
  return undefined;
}

/** Throws unless the bytes are one well-formed document whose lengths all agree. */
export function checkDocument(raw: Raw, from = 0, end = raw.length, depth = 0): void {
  if (end - from < 5 || raw.readInt32LE(from) !== end - from || raw[end - 1] !== 0) throw malformed();
  const last = end - 1;
  let at = from + 4;
  while (at < last) {
    const type = raw[at++]!;
    at = endOfName(raw, at, last);
    const size = sizeOfValue(raw, type, at, end);
    if (at + size > last) throw malformed();
    checkValue(raw, type, at, size, depth);
    at += size;
  }
  if (at !== last) throw malformed();
}

/** Where the value begins; names that are no UTF-8 would make the document unreadable for clients. */
function endOfName(raw: Raw, start: number, last: number): number {
  let at = start;
  let ascii = true;
  for (; at < last && raw[at] !== 0; at++) ascii &&= raw[at]! < 128;
  if (at >= last || (!ascii && !isUtf8(raw.subarray(start, at)))) throw malformed();
  return at + 1;
}

function checkValue(raw: Raw, type: number, at: number, size: number, depth: number): void {
  if (depth > 180) throw failure('Overflow', 'BSON document is nested too deeply');
  if (type === 3 || type === 4) checkDocument(raw, at, at + size, depth + 1);
  else if (type === 2 && (size < 5 || raw[at + size - 1] !== 0 || !isUtf8(raw.subarray(at + 4, at + size))))
    throw malformed();
}

function malformed(): Error {
  return failure('InvalidBSON', 'invalid BSON document');
}
