import { AmqpError } from './amqp-error';
import { advance, readShortString, takeBytes } from './byte-reader';
import type { Table } from './field-table';
import { readTable, writeTable } from './field-table';
import { createByteWriter, written } from './byte-writer';

/** The basic class's properties in wire order; the first one owns flag bit 15. */
const sizes = [
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
const at = { headers: 2, deliveryMode: 3, expiration: 7, userId: 11 };

/** Every property's own bytes; a message's properties are otherwise never taken apart. */
export type Properties = (Buffer | undefined)[];

function propertyLength(buffer: Buffer, start: number, size: (typeof sizes)[number]): number {
  if (typeof size === 'number') return size;
  if (size === 'short') return 1 + (buffer[start] ?? 0);
  return start + 4 <= buffer.length ? 4 + buffer.readUInt32BE(start) : 4;
}

/** Takes the property section of a content header apart; throws when it is malformed. */
export function splitProperties(bytes: Buffer): Properties {
  const reader = { buffer: bytes, offset: 0 };
  const flags = bytes.readUInt16BE(advance(reader, 2));
  if ((flags & 3) !== 0) throw new AmqpError(502, 'unknown message properties');
  const properties: Properties = [];
  for (const [index, size] of sizes.entries()) {
    if ((flags & (0x8000 >> index)) === 0) continue;
    properties[index] = takeBytes(reader, propertyLength(bytes, reader.offset, size));
  }
  if (reader.offset !== bytes.length) throw new AmqpError(502, 'message properties with bytes left over');
  return properties;
}

/** The property section made of these properties. */
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

function shortText(bytes: Buffer | undefined): string | undefined {
  return bytes && readShortString({ buffer: bytes, offset: 0 });
}

/** Whether the message asks to survive a restart. */
export const isPersistent = (properties: Properties): boolean => properties[at.deliveryMode]?.[0] === 2;
/** The message's own time to live, as text. */
export const expirationOf = (properties: Properties): string | undefined => shortText(properties[at.expiration]);
/** Who the publisher says it is. */
export const userIdOf = (properties: Properties): string | undefined => shortText(properties[at.userId]);

/** The message's headers, if it has any. */
export function headersOf(properties: Properties): Table | undefined {
  const bytes = properties[at.headers];
  return bytes && readTable({ buffer: bytes, offset: 0 });
}

/** The same properties with other headers and without a time to live, as a dead letter has them. */
export function withHeadersOnly(properties: Properties, headers: Table): Properties {
  const writer = createByteWriter();
  writeTable(writer, headers);
  const changed = [...properties];
  changed[at.headers] = written(writer);
  changed[at.expiration] = undefined;
  return changed;
}
