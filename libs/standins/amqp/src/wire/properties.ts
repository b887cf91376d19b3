import { AmqpError } from './amqp-error';
import { advance, readShortString, takeBytes } from './byte-reader';
import { createByteWriter, written } from './byte-writer';
import { readTable, writeTable, type Table } from './field-table';

/** The kinds of the basic class's properties in wire order; the first property has flag bit 15. */
const kinds = [
  'short',
  'short',
  'table',
  1,
  1,
  'short',
  'short',
  'short',
  'short',
  8,
  'short',
  'short',
  'short',
  'short',
] as const;
const indexOf = { headers: 2, deliveryMode: 3, expiration: 7, userId: 11 };

/** The encoded bytes of each property. They are decoded only where the broker needs a value. */
export type Properties = (Buffer | undefined)[];

function propertyLength(buffer: Buffer, start: number, kind: (typeof kinds)[number]): number {
  if (typeof kind === 'number') return kind;
  if (kind === 'short') return 1 + (buffer[start] ?? 0);
  return start + 4 <= buffer.length ? 4 + buffer.readUInt32BE(start) : 4;
}

/** Splits the property section of a content header; throws if it is malformed. */
export function splitProperties(bytes: Buffer): Properties {
  const reader = { buffer: bytes, offset: 0 };
  const flags = bytes.readUInt16BE(advance(reader, 2));
  if ((flags & 3) !== 0) throw new AmqpError(502, 'unknown message properties');
  const properties: Properties = [];
  for (const [index, kind] of kinds.entries()) {
    if ((flags & (0x8000 >> index)) === 0) continue;
    properties[index] = takeBytes(reader, propertyLength(bytes, reader.offset, kind));
  }
  if (reader.offset !== bytes.length) throw new AmqpError(502, 'message properties with bytes left over');
  return properties;
}

/** The property section that contains these properties. */
export function joinProperties(properties: Properties): Buffer {
  let flags = 0;
  const parts: Buffer[] = [];
  for (const [index, bytes] of properties.entries()) {
    if (!bytes) continue;
    flags |= 0x8000 >> index;
    parts.push(bytes);
  }
  return Buffer.concat([Buffer.from([flags >> 8, flags & 0xff]), ...parts]);
}

function readText(bytes: Buffer | undefined): string | undefined {
  return bytes && readShortString({ buffer: bytes, offset: 0 });
}

/** Whether the message is to survive a restart. */
export const isPersistent = (properties: Properties): boolean => properties[indexOf.deliveryMode]?.[0] === 2;
/** The message's own time to live, as text. */
export const expirationOf = (properties: Properties): string | undefined => readText(properties[indexOf.expiration]);
/** The user name in the message; it must be that of the connection. */
export const userIdOf = (properties: Properties): string | undefined => readText(properties[indexOf.userId]);

/** The message's headers, if it has any. */
export function headersOf(properties: Properties): Table | undefined {
  const bytes = properties[indexOf.headers];
  return bytes && readTable({ buffer: bytes, offset: 0 });
}

/** A copy with other headers. */
export function withHeaders(properties: Properties, headers: Table): Properties {
  const writer = createByteWriter();
  writeTable(writer, headers);
  const changed = [...properties];
  changed[indexOf.headers] = written(writer);
  return changed;
}

/** A copy without expiration, as a dead letter has it. */
export function withoutExpiration(properties: Properties): Properties {
  const changed = [...properties];
  changed[indexOf.expiration] = undefined;
  return changed;
}
