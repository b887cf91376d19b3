import type { Store } from '../store/store';
import { createExchange, queuesFor, type Exchange } from './exchange';
import type { Queue } from './queue';

export type Broker = {
  readonly exchanges: Map<string, Exchange>;
  readonly queues: Map<string, Queue>;
  readonly store: Store;
  nextStoreId: number;
};

/** A broker with RabbitMQ's predeclared exchanges and no queues. */
export function createBroker(store: Store): Broker {
  const exchanges = new Map<string, Exchange>();
  for (const type of ['direct', 'topic', 'fanout'] as const) {
    const name = `amq.${type}`;
    exchanges.set(name, createExchange({ name, type, durable: true, autoDelete: false }));
  }
  return { exchanges, queues: new Map(), store, nextStoreId: 1 };
}

/**
 * The queues that receive a message; undefined if the exchange does not exist. The default exchange, whose name is
 * empty, routes by the name of the queue.
 */
export function route(broker: Broker, exchange: string, routingKey: string): readonly Queue[] | undefined {
  if (exchange === '') {
    const queue = broker.queues.get(routingKey);
    return queue ? [queue] : [];
  }
  const found = broker.exchanges.get(exchange);
  return found && queuesFor(found, routingKey);
}
