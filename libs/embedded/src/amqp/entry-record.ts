import { readShortString } from './byte-reader';
import { createByteWriter, reserve, writeOctet, writeShortString, written } from './byte-writer';
import type { Entry } from './ready-list';

const keyLength = 12;
const expiresFlag = 1;

/** The key that keeps a queue's messages together and in order. */
export function entryKey(storeId: number, position: number): Buffer {
  const key = Buffer.allocUnsafe(keyLength);
  key.writeUInt32BE(storeId, 0);
  key.writeUInt32BE(Math.floor(position / 0x1_0000_0000), 4);
  key.writeUInt32BE(position % 0x1_0000_0000, 8);
  return key;
}

/** A message as it is kept on disk. */
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

/** A message as it was kept. Whether it had been delivered is not known any more, so it counts as redelivered. */
export function decodeEntry(key: Uint8Array, value: Uint8Array): { storeId: number; entry: Entry } {
  const keyBytes = Buffer.from(key);
  const buffer = Buffer.from(value);
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
  const position = keyBytes.readUInt32BE(4) * 0x1_0000_0000 + keyBytes.readUInt32BE(8);
  const entry = { message, position, expiresAt: buffer.readDoubleBE(1), redelivered: true };
  return { storeId: keyBytes.readUInt32BE(0), entry };
}
