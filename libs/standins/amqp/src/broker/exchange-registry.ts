import { bindingRecordKey } from '../store/definition-record';
import type { Broker } from './broker';
import { createExchange, type Exchange, type ExchangeDefinition } from './exchange';

/** Adds an exchange; a durable one is stored. */
export function addExchange(broker: Broker, definition: ExchangeDefinition): Exchange {
  const exchange = createExchange(definition);
  broker.exchanges.set(exchange.name, exchange);
  if (exchange.durable) broker.store.saveDefinition(`exchange:${exchange.name}`, definition);
  return exchange;
}

/** Deletes an exchange and its bindings. */
export function deleteExchange(broker: Broker, exchange: Exchange): void {
  broker.exchanges.delete(exchange.name);
  if (!exchange.durable) return;
  broker.store.removeDefinition(`exchange:${exchange.name}`);
  for (const { queue, routingKey } of exchange.bindings.values()) {
    if (queue.storeId > 0) broker.store.removeDefinition(bindingRecordKey(exchange.name, queue.name, routingKey));
  }
}
