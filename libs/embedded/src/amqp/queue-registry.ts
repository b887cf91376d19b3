import type { Broker } from './broker';
import { detach } from './consumer';
import { bury } from './dead-letter';
import type { Binding, Exchange } from './exchange';
import { addBinding, removeBinding } from './exchange';
import { deleteExchange } from './exchange-registry';
import { bindingRecordKey, queueRecord } from './definition-record';
import type { Queue, QueueDefinition } from './queue';
import { createQueue, purge, stopTimers } from './queue';

const longestTimer = 2_147_483_647;

/** Adds a queue; a durable one that nobody owns exclusively is stored. */
export function addQueue(
  broker: Broker,
  definition: QueueDefinition,
  owner: object | undefined,
  storedAs?: number,
): Queue {
  const isStored = definition.durable && !owner;
  const storeId = isStored ? (storedAs ?? broker.nextStoreId++) : 0;
  const queue = createQueue({
    ...definition,
    owner,
    storeId,
    store: broker.store,
    bury: (from, entry, reason) => bury(broker, from, entry, reason),
  });
  broker.queues.set(queue.name, queue);
  if (isStored && storedAs === undefined) broker.store.define(`queue:${queue.name}`, queueRecord(queue));
  touchQueue(broker, queue);
  return queue;
}

/** The queue was used: its `x-expires` begins anew, and only runs while nobody consumes. */
export function touchQueue(broker: Broker, queue: Queue): void {
  clearTimeout(queue.unusedTimer);
  if (queue.settings.expires === Infinity || queue.consumers.size > 0 || queue.deleted) return;
  queue.unusedTimer = setTimeout(() => deleteQueue(broker, queue), Math.min(queue.settings.expires, longestTimer));
  queue.unusedTimer.unref();
}

/** Binds a queue to an exchange. */
export function bind(broker: Broker, exchange: Exchange, binding: Binding): void {
  if (!addBinding(exchange, binding)) return;
  if (!exchange.durable || binding.queue.storeId === 0) return;
  broker.store.define(bindingRecordKey(exchange, binding), {
    exchange: exchange.name,
    queue: binding.queue.name,
    routingKey: binding.routingKey,
  });
}

/** Undoes a binding; an auto-delete exchange goes with its last one. */
export function unbind(broker: Broker, exchange: Exchange, binding: Binding): void {
  if (!removeBinding(exchange, binding)) return;
  if (exchange.durable && binding.queue.storeId > 0) {
    broker.store.undefine(bindingRecordKey(exchange, binding));
  }
  if (exchange.autoDelete && exchange.bindings.size === 0) deleteExchange(broker, exchange);
}

/** Deletes a queue with its messages and bindings, tells its consumers, and answers how many messages were ready. */
export function deleteQueue(broker: Broker, queue: Queue): number {
  if (queue.deleted) return 0;
  queue.deleted = true;
  stopTimers(queue);
  broker.queues.delete(queue.name);
  if (queue.storeId > 0) broker.store.undefine(`queue:${queue.name}`);
  for (const exchange of [...broker.exchanges.values()]) {
    for (const binding of [...exchange.bindings.values()]) {
      if (binding.queue === queue) unbind(broker, exchange, binding);
    }
  }
  for (const consumer of [...queue.consumers]) {
    detach(consumer);
    consumer.channel.queueIsGone(consumer);
  }
  return purge(queue);
}

/** Takes a consumer off; an auto-delete queue goes with its last one. */
export function removeConsumer(broker: Broker, consumer: Parameters<typeof detach>[0]): void {
  const { queue } = consumer;
  detach(consumer);
  if (queue.deleted || queue.consumers.size > 0) return;
  if (queue.autoDelete) deleteQueue(broker, queue);
  else touchQueue(broker, queue);
}
