import type { Queue } from './queue';
import { matchesTopic } from './topic-pattern';

export const exchangeTypes = ['direct', 'topic', 'fanout'] as const;
export type ExchangeType = (typeof exchangeTypes)[number];
export type ExchangeDefinition = {
  readonly name: string;
  readonly type: ExchangeType;
  readonly durable: boolean;
  readonly autoDelete: boolean;
};
export type Binding = { readonly queue: Queue; readonly routingKey: string };
export type Exchange = ExchangeDefinition & {
  readonly bindings: Map<string, Binding>;
  /** A cache: queues by routing key. It is cleared when a binding changes. */
  readonly routes: Map<string, readonly Queue[]>;
};

const maxCachedRoutes = 4_096;

/** An exchange without bindings. */
export function createExchange(definition: ExchangeDefinition): Exchange {
  return { ...definition, bindings: new Map(), routes: new Map() };
}

function matches(exchange: Exchange, binding: Binding, routingKey: string): boolean {
  if (exchange.type === 'fanout') return true;
  if (exchange.type === 'direct') return binding.routingKey === routingKey;
  return matchesTopic(binding.routingKey, routingKey);
}

/** The queues that receive a message with this routing key, each once. */
export function queuesFor(exchange: Exchange, routingKey: string): readonly Queue[] {
  const cached = exchange.routes.get(routingKey);
  if (cached) return cached;
  const found = new Set<Queue>();
  for (const binding of exchange.bindings.values()) {
    if (matches(exchange, binding, routingKey)) found.add(binding.queue);
  }
  if (exchange.routes.size >= maxCachedRoutes) exchange.routes.clear();
  const queues = [...found];
  exchange.routes.set(routingKey, queues);
  return queues;
}

/** The identity of a binding within its exchange. */
function bindingKey({ queue, routingKey }: Binding): string {
  return JSON.stringify([queue.name, routingKey]);
}

/** Adds a binding; returns false if it exists already. */
export function addBinding(exchange: Exchange, binding: Binding): boolean {
  const key = bindingKey(binding);
  if (exchange.bindings.has(key)) return false;
  exchange.bindings.set(key, binding);
  exchange.routes.clear();
  return true;
}

/** Removes a binding; returns false if it does not exist. */
export function removeBinding(exchange: Exchange, binding: Binding): boolean {
  exchange.routes.clear();
  return exchange.bindings.delete(bindingKey(binding));
}
