import type { Broker } from './broker';
import { deliverReady } from './consumer';
import type { QueueRecord } from './definition-record';
import { queueOfRecord } from './definition-record';
import type { Exchange } from './exchange';
import { createExchange } from './exchange';
import type { Queue } from './queue';
import { append } from './queue';
import { addQueue, bind } from './queue-registry';

type BindingRecord = { exchange: string; queue: string; routingKey: string };
type Recovered = { exchanges: Exchange[]; queues: QueueRecord[]; bindings: BindingRecord[] };

function readDefinitions(broker: Broker): Recovered {
  const found: Recovered = { exchanges: [], queues: [], bindings: [] };
  for (const [key, value] of broker.store.definitions()) {
    if (key.startsWith('exchange:')) found.exchanges.push(value as Exchange);
    else if (key.startsWith('queue:')) found.queues.push(value as QueueRecord);
    else found.bindings.push(value as BindingRecord);
  }
  return found;
}

function recoverDefinitions(broker: Broker): Map<number, Queue> {
  const { exchanges, queues, bindings } = readDefinitions(broker);
  const byStoreId = new Map<number, Queue>();
  for (const exchange of exchanges) broker.exchanges.set(exchange.name, createExchange(exchange));
  for (const record of queues) {
    byStoreId.set(record.storeId, addQueue(broker, queueOfRecord(record), undefined, record.storeId));
    broker.nextStoreId = Math.max(broker.nextStoreId, record.storeId + 1);
  }
  for (const { routingKey, ...record } of bindings) {
    const exchange = broker.exchanges.get(record.exchange);
    const queue = broker.queues.get(record.queue);
    if (exchange && queue) bind(broker, exchange, { queue, routingKey });
  }
  return byStoreId;
}

/** Brings back what the store kept; messages of a queue whose deletion was cut short are erased. */
export function recover(broker: Broker): void {
  const queues = recoverDefinitions(broker);
  for (const { storeId, entry } of broker.store.entries()) {
    const queue = queues.get(storeId);
    broker.nextStoreId = Math.max(broker.nextStoreId, storeId + 1);
    if (!queue) {
      broker.store.erase(storeId, entry);
      continue;
    }
    append(queue, entry);
    queue.nextPosition = Math.max(queue.nextPosition, entry.position + 1);
  }
  for (const queue of queues.values()) deliverReady(queue);
}
