import { createHash } from 'node:crypto';
import { createByteWriter, written } from './byte-writer';
import { readTable, writeTable } from './field-table';
import type { Binding, Exchange } from './exchange';
import type { Queue, QueueDefinition } from './queue';
import { queueSettings } from './queue-settings';

export type QueueRecord = { name: string; storeId: number; autoDelete: boolean; arguments: string };

/** A durable queue as it is stored. */
export function queueRecord(queue: Queue): QueueRecord {
  const writer = createByteWriter();
  writeTable(writer, queue.arguments);
  const { name, storeId, autoDelete } = queue;
  return { name, storeId, autoDelete, arguments: written(writer).toString('base64') };
}

/** A durable queue as it was stored. */
export function queueOfRecord(record: QueueRecord): QueueDefinition {
  const table = readTable({ buffer: Buffer.from(record.arguments, 'base64'), offset: 0 });
  const { name, autoDelete } = record;
  return { name, durable: true, autoDelete, arguments: table, settings: queueSettings(name, table) };
}

/** A binding's key in the store: a hash, because three names together may be longer than a key. */
export function bindingRecordKey(exchange: Exchange, { queue, routingKey }: Binding): string {
  const identity = JSON.stringify([exchange.name, queue.name, routingKey]);
  return `binding:${createHash('sha256').update(identity).digest('hex')}`;
}
