import { readShortString } from '../wire/byte-reader';
import { createByteWriter, reserve, writeOctet, writeShortString, written } from '../wire/byte-writer';
import type { Entry } from './store';

const expiresFlag = 1;

/** The record of a persistent message in one queue. */
export function encodeEntry({ message, expiresAt }: Entry): Buffer {
  const writer = createByteWriter(message.content.length + 64);
  writeOctet(writer, message.expires ? expiresFlag : 0);
  const start = reserve(writer, 12);
  writer.buffer.writeDoubleBE(expiresAt, start);
  writer.buffer.writeUInt32BE(message.propertiesLength, start + 8);
  writeShortString(writer, message.exchange);
  writeShortString(writer, message.routingKey);
  const at = reserve(writer, message.content.length);
  message.content.copy(writer.buffer, at);
  return written(writer);
}

/** The message of a record. It counts as redelivered, because it may have been delivered before the restart. */
export function decodeEntry(storeId: number, position: number, buffer: Buffer): { storeId: number; entry: Entry } {
  const reader = { buffer, offset: 13 };
  const exchange = readShortString(reader);
  const routingKey = readShortString(reader);
  const message = {
    exchange,
    routingKey,
    content: buffer.subarray(reader.offset),
    propertiesLength: buffer.readUInt32BE(9),
    persistent: true,
    expires: (buffer.readUInt8(0) & expiresFlag) !== 0,
  };
  const entry = { message, position, expiresAt: buffer.readDoubleBE(1), redelivered: true, returns: 0 };
  return { storeId, entry };
}
