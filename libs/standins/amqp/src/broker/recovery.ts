import { decodeQueue, type QueueRecord } from '../store/definition-record';
import { inVhost } from '../wire/amqp-error';
import type { Broker } from './broker';
import { deliverReady } from './consumer';
import { createExchange, type ExchangeDefinition } from './exchange';
import { append, type Queue } from './queue';
import { addQueue, bind } from './queue-registry';
import { queueSettings } from './queue-settings';

type BindingRecord = { exchange: string; queue: string; routingKey: string };
type Definitions = { exchanges: ExchangeDefinition[]; queues: QueueRecord[]; bindings: BindingRecord[] };

function readDefinitions(broker: Broker): Definitions {
  const found: Definitions = { exchanges: [], queues: [], bindings: [] };
  for (const [key, value] of broker.store.definitions()) {
    if (key.startsWith('exchange:')) found.exchanges.push(value as ExchangeDefinition);
    else if (key.startsWith('queue:')) found.queues.push(value as QueueRecord);
    else found.bindings.push(value as BindingRecord);
  }
  return found;
}

function recoverQueue(broker: Broker, record: QueueRecord): Queue {
  const { storeId, ...stored } = decodeQueue(record);
  const settings = queueSettings(inVhost('queue', stored.name), stored.arguments);
  broker.nextStoreId = Math.max(broker.nextStoreId, storeId + 1);
  return addQueue(broker, { ...stored, durable: true, settings }, { storeId });
}

/** Recreates exchanges, queues and bindings; returns the queues by their store ids. */
function recoverDefinitions(broker: Broker): Map<number, Queue> {
  const { exchanges, queues, bindings } = readDefinitions(broker);
  for (const exchange of exchanges) broker.exchanges.set(exchange.name, createExchange(exchange));
  const byStoreId = new Map(queues.map((record) => [record.storeId, recoverQueue(broker, record)]));
  for (const { routingKey, ...record } of bindings) {
    const exchange = broker.exchanges.get(record.exchange);
    const queue = broker.queues.get(record.queue);
    if (exchange && queue) bind(broker, exchange, { queue, routingKey });
  }
  return byStoreId;
}

/** Restores what the store holds. Messages without a queue remain from an interrupted deletion and are removed. */
export function recover(broker: Broker): void {
  const queues = recoverDefinitions(broker);
  for (const { storeId, entry } of broker.store.entries()) {
    const queue = queues.get(storeId);
    broker.nextStoreId = Math.max(broker.nextStoreId, storeId + 1);
    if (!queue) {
      broker.store.removeMessage(storeId, entry);
      continue;
    }
    append(queue, entry);
    queue.nextPosition = Math.max(queue.nextPosition, entry.position + 1);
  }
  for (const queue of queues.values()) deliverReady(queue);
}
