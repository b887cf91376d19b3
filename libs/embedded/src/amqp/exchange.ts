import type { Queue } from './queue';
import { matchesTopic } from './topic-pattern';

export const exchangeTypes = ['direct', 'topic', 'fanout'] as const;
export type ExchangeType = (typeof exchangeTypes)[number];
export type Binding = { readonly queue: Queue; readonly routingKey: string };
export type Exchange = {
  readonly name: string;
  readonly type: ExchangeType;
  readonly durable: boolean;
  readonly autoDelete: boolean;
  readonly bindings: Map<string, Binding>;
  /** Queues by routing key, as last worked out; forgotten when a binding changes. */
  readonly routes: Map<string, readonly Queue[]>;
};

const mostRemembered = 4_096;

/** An exchange without bindings. */
export function createExchange(definition: Pick<Exchange, 'name' | 'type' | 'durable' | 'autoDelete'>): Exchange {
  return { ...definition, bindings: new Map(), routes: new Map() };
}

function takes(exchange: Exchange, binding: Binding, routingKey: string): boolean {
  if (exchange.type === 'fanout') return true;
  if (exchange.type === 'direct') return binding.routingKey === routingKey;
  return matchesTopic(binding.routingKey, routingKey);
}

/** The queues a message with this routing key goes to, each once. */
export function queuesFor(exchange: Exchange, routingKey: string): readonly Queue[] {
  const known = exchange.routes.get(routingKey);
  if (known) return known;
  const found = new Set<Queue>();
  for (const binding of exchange.bindings.values()) {
    if (takes(exchange, binding, routingKey)) found.add(binding.queue);
  }
  if (exchange.routes.size >= mostRemembered) exchange.routes.clear();
  const queues = [...found];
  exchange.routes.set(routingKey, queues);
  return queues;
}

/** The identity of a binding within its exchange. */
function bindingKey({ queue, routingKey }: Binding): string {
  return JSON.stringify([queue.name, routingKey]);
}

/** Adds a binding; answers false when it was there before. */
export function addBinding(exchange: Exchange, binding: Binding): boolean {
  const key = bindingKey(binding);
  if (exchange.bindings.has(key)) return false;
  exchange.bindings.set(key, binding);
  exchange.routes.clear();
  return true;
}

/** Removes a binding; answers false when there was none. */
export function removeBinding(exchange: Exchange, binding: Binding): boolean {
  exchange.routes.clear();
  return exchange.bindings.delete(bindingKey(binding));
}
