import type { Broker } from './broker';
import type { Exchange } from './exchange';
import { bindingRecordKey } from './definition-record';
import { createExchange } from './exchange';

type Definition = Pick<Exchange, 'name' | 'type' | 'durable' | 'autoDelete'>;

/** Adds an exchange; a durable one is stored. */
export function addExchange(broker: Broker, definition: Definition): Exchange {
  const exchange = createExchange(definition);
  broker.exchanges.set(exchange.name, exchange);
  if (exchange.durable) broker.store.define(`exchange:${exchange.name}`, definition);
  return exchange;
}

/** Deletes an exchange with its bindings. */
export function deleteExchange(broker: Broker, exchange: Exchange): void {
  broker.exchanges.delete(exchange.name);
  if (!exchange.durable) return;
  broker.store.undefine(`exchange:${exchange.name}`);
  for (const binding of exchange.bindings.values()) {
    if (binding.queue.storeId > 0) broker.store.undefine(bindingRecordKey(exchange, binding));
  }
}
