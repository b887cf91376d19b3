import type { Broker } from '../broker/broker';
import { exchangeTypes, type Exchange, type ExchangeType } from '../broker/exchange';
import { addExchange, deleteExchange } from '../broker/exchange-registry';
import { AmqpError, inVhost, unsupported } from '../wire/amqp-error';
import type { Arguments } from '../wire/method-codec';
import type { Channel } from './channel';
import { sendWhenStored } from './send-when-stored';

/** The exchange with this name; throws 404 if there is none. */
export function findExchange(broker: Broker, name: string): Exchange {
  const exchange = broker.exchanges.get(name);
  if (!exchange) throw new AmqpError(404, `no ${inVhost('exchange', name)}`);
  return exchange;
}

/** The default exchange can only be published to. */
export function refuseDefaultExchange(name: string): void {
  if (name === '') throw new AmqpError(403, 'operation not permitted on the default exchange');
}

function assertType(type: string): asserts type is ExchangeType {
  if ((exchangeTypes as readonly string[]).includes(type)) return;
  if (type === 'headers') throw unsupported(`exchange type '${type}'`);
  throw new AmqpError(503, `unknown exchange type '${type}'`);
}

function assertEquivalent(exchange: Exchange, args: Arguments<'exchange.declare'>): void {
  for (const [label, received, current] of [
    ['type', args.type, exchange.type],
    ['durable', args.durable, exchange.durable],
    ['auto_delete', args.autoDelete, exchange.autoDelete],
  ]) {
    if (received === current) continue;
    const where = `inequivalent arg '${label}' for ${inVhost('exchange', exchange.name)}`;
    throw new AmqpError(406, `${where}: received '${received}' but current is '${current}'`);
  }
}

function declareExchange(broker: Broker, args: Arguments<'exchange.declare'>): void {
  refuseDefaultExchange(args.exchange);
  if (args.passive) {
    findExchange(broker, args.exchange);
    return;
  }
  assertType(args.type);
  if (args.internal) throw unsupported('internal exchanges');
  for (const name of args.arguments.keys()) {
    throw unsupported(`argument '${name}' for ${inVhost('exchange', args.exchange)}`);
  }
  const existing = broker.exchanges.get(args.exchange);
  if (existing) {
    assertEquivalent(existing, args);
    return;
  }
  if (args.exchange.startsWith('amq.')) {
    throw new AmqpError(403, `exchange name '${args.exchange}' contains reserved prefix 'amq.*'`);
  }
  const { exchange: name, type, durable, autoDelete } = args;
  addExchange(broker, { name, type, durable, autoDelete });
}

function removeExchange(broker: Broker, { exchange: name, ifUnused }: Arguments<'exchange.delete'>): void {
  refuseDefaultExchange(name);
  const where = inVhost('exchange', name);
  if (name.startsWith('amq.')) throw new AmqpError(403, `deletion of system ${where} not allowed`);
  const exchange = broker.exchanges.get(name);
  if (!exchange) return;
  if (ifUnused && exchange.bindings.size > 0) throw new AmqpError(406, `${where} in use`);
  deleteExchange(broker, exchange);
}

export const exchangeMethods = {
  'exchange.declare'(channel: Channel, args: Arguments<'exchange.declare'>) {
    declareExchange(channel.connection.broker, args);
    if (!args.nowait) sendWhenStored(channel, 'exchange.declare-ok', {});
  },
  'exchange.delete'(channel: Channel, args: Arguments<'exchange.delete'>) {
    removeExchange(channel.connection.broker, args);
    if (!args.nowait) sendWhenStored(channel, 'exchange.delete-ok', {});
  },
};
