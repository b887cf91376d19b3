import { createHash } from 'node:crypto';
import { createByteWriter, written } from '../wire/byte-writer';
import { readTable, writeTable, type Table } from '../wire/field-table';

/** A durable queue as it is stored; the arguments in the encoding of the protocol. */
export type QueueRecord = { name: string; storeId: number; autoDelete: boolean; arguments: string };
type StoredQueue = Omit<QueueRecord, 'arguments'> & { arguments: Table };

/** The record of a durable queue. */
export function encodeQueue({ name, storeId, autoDelete, arguments: table }: StoredQueue): QueueRecord {
  const writer = createByteWriter();
  writeTable(writer, table);
  return { name, storeId, autoDelete, arguments: written(writer).toString('base64') };
}

/** The queue of a record. */
export function decodeQueue({ name, storeId, autoDelete, arguments: bytes }: QueueRecord): StoredQueue {
  const table = readTable({ buffer: Buffer.from(bytes, 'base64'), offset: 0 });
  return { name, storeId, autoDelete, arguments: table };
}

/** A binding's key in the store: a hash, because three names together may be longer than a key may be. */
export function bindingRecordKey(exchange: string, queue: string, routingKey: string): string {
  const identity = JSON.stringify([exchange, queue, routingKey]);
  return `binding:${createHash('sha256').update(identity).digest('hex')}`;
}
