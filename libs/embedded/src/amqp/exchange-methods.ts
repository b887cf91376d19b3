import { AmqpError, inVhost, unsupported } from './amqp-error';
import type { Broker } from './broker';
import type { Channel } from './channel';
import type { Exchange, ExchangeType } from './exchange';
import { exchangeTypes } from './exchange';
import { addExchange, deleteExchange } from './exchange-registry';
import type { Arguments } from './method-codec';
import { replyWhenStored } from './reply-when-stored';

/** The exchange of this name; a client that names another is told. */
export function findExchange(broker: Broker, name: string): Exchange {
  const exchange = broker.exchanges.get(name);
  if (!exchange) throw new AmqpError(404, `no ${inVhost('exchange', name)}`);
  return exchange;
}

/** The nameless exchange can be published to and nothing else. */
export function refuseDefaultExchange(name: string): void {
  if (name === '') throw new AmqpError(403, 'operation not permitted on the default exchange');
}

function checkType(type: string): asserts type is ExchangeType {
  if ((exchangeTypes as readonly string[]).includes(type)) return;
  if (type === 'headers') throw unsupported(`exchange type '${type}'`);
  throw new AmqpError(503, `unknown exchange type '${type}'`);
}

function assertSame(exchange: Exchange, args: Arguments<'exchange.declare'>): void {
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

function declare(broker: Broker, args: Arguments<'exchange.declare'>): void {
  refuseDefaultExchange(args.exchange);
  if (args.passive) {
    findExchange(broker, args.exchange);
    return;
  }
  checkType(args.type);
  if (args.internal) throw unsupported('internal exchanges');
  for (const name of args.arguments.keys()) {
    throw unsupported(`argument '${name}' for ${inVhost('exchange', args.exchange)}`);
  }
  const known = broker.exchanges.get(args.exchange);
  if (known) {
    assertSame(known, args);
    return;
  }
  if (args.exchange.startsWith('amq.')) {
    throw new AmqpError(403, `exchange name '${args.exchange}' contains reserved prefix 'amq.*'`);
  }
  const { exchange: name, type, durable, autoDelete } = args;
  addExchange(broker, { name, type, durable, autoDelete });
}

function remove(broker: Broker, { exchange: name, ifUnused }: Arguments<'exchange.delete'>): void {
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
    declare(channel.connection.broker, args);
    if (!args.nowait) replyWhenStored(channel, 'exchange.declare-ok', {});
  },
  'exchange.delete'(channel: Channel, args: Arguments<'exchange.delete'>) {
    remove(channel.connection.broker, args);
    if (!args.nowait) replyWhenStored(channel, 'exchange.delete-ok', {});
  },
};
