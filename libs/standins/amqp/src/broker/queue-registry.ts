import { bindingRecordKey, encodeQueue } from '../store/definition-record';
import type { Broker } from './broker';
import { detach, type Consumer } from './consumer';
import { deadLetter } from './dead-letter';
import { addBinding, removeBinding, type Binding, type Exchange } from './exchange';
import { deleteExchange } from './exchange-registry';
import { createQueue, maxTimerMs, purge, stopTimers, type Queue, type QueueDefinition } from './queue';

/** `owner`: the connection of an exclusive queue. `storeId`: the id of a queue that is stored already. */
type Origin = { owner?: object; storeId?: number };

/** Adds a queue; one that is durable and not exclusive is stored. */
export function addQueue(broker: Broker, definition: QueueDefinition, { owner, storeId }: Origin): Queue {
  const isStored = definition.durable && !owner;
  const queue = createQueue({
    ...definition,
    owner,
    storeId: isStored ? (storeId ?? broker.nextStoreId++) : 0,
    store: broker.store,
    deadLetter: (from, entry, reason) => deadLetter(broker, from, entry, reason),
  });
  broker.queues.set(queue.name, queue);
  if (isStored && storeId === undefined) broker.store.saveDefinition(`queue:${queue.name}`, encodeQueue(queue));
  restartExpiry(broker, queue);
  return queue;
}

/** Restarts the time after which an unused queue is deleted (`x-expires`). It runs while the queue has no consumers. */
export function restartExpiry(broker: Broker, queue: Queue): void {
  clearTimeout(queue.unusedTimer);
  if (queue.settings.expiresMs === Infinity || queue.consumers.size > 0 || queue.deleted) return;
  queue.unusedTimer = setTimeout(() => deleteQueue(broker, queue), Math.min(queue.settings.expiresMs, maxTimerMs));
  queue.unusedTimer.unref();
}

/** Binds a queue to an exchange; the binding is stored if both are. */
export function bind(broker: Broker, exchange: Exchange, binding: Binding): void {
  const { queue, routingKey } = binding;
  if (!addBinding(exchange, binding)) return;
  if (!exchange.durable || queue.storeId === 0) return;
  const record = { exchange: exchange.name, queue: queue.name, routingKey };
  broker.store.saveDefinition(bindingRecordKey(exchange.name, queue.name, routingKey), record);
}

/** Removes a binding; an auto-delete exchange is deleted with its last binding. */
export function unbind(broker: Broker, exchange: Exchange, binding: Binding): void {
  const { queue, routingKey } = binding;
  if (!removeBinding(exchange, binding)) return;
  if (exchange.durable && queue.storeId > 0) {
    broker.store.removeDefinition(bindingRecordKey(exchange.name, queue.name, routingKey));
  }
  if (exchange.autoDelete && exchange.bindings.size === 0) deleteExchange(broker, exchange);
}

/** Deletes a queue, its messages and bindings, and informs its consumers. Returns the number of ready messages. */
export function deleteQueue(broker: Broker, queue: Queue): number {
  if (queue.deleted) return 0;
  queue.deleted = true;
  stopTimers(queue);
  broker.queues.delete(queue.name);
  if (queue.storeId > 0) broker.store.removeDefinition(`queue:${queue.name}`);
  for (const exchange of [...broker.exchanges.values()]) {
    for (const binding of [...exchange.bindings.values()]) {
      if (binding.queue === queue) unbind(broker, exchange, binding);
    }
  }
  for (const consumer of [...queue.consumers]) {
    detach(consumer);
    consumer.channel.onQueueDeleted(consumer);
  }
  return purge(queue);
}

/** Removes a consumer; an auto-delete queue is deleted with its last consumer. */
export function removeConsumer(broker: Broker, consumer: Consumer): void {
  const { queue } = consumer;
  detach(consumer);
  if (queue.deleted || queue.consumers.size > 0) return;
  if (queue.autoDelete) deleteQueue(broker, queue);
  else restartExpiry(broker, queue);
}
