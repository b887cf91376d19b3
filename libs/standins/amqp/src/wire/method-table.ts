export type FieldKind = 'bit' | 'octet' | 'short' | 'long' | 'longlong' | 'shortstr' | 'longstr' | 'table';
type Fields = Readonly<Record<string, FieldKind>>;

function method<const F extends Fields>(classId: number, methodId: number, fields: F) {
  return { classId, methodId, fields };
}

const close = { code: 'short', text: 'shortstr', classId: 'short', methodId: 'short' } as const;
const tune = { channelMax: 'short', frameMax: 'long', heartbeat: 'short' } as const;
const binding = { ticket: 'short', queue: 'shortstr', exchange: 'shortstr', routingKey: 'shortstr' } as const;
const exchangeBinding = {
  ticket: 'short',
  destination: 'shortstr',
  source: 'shortstr',
  routingKey: 'shortstr',
  nowait: 'bit',
  arguments: 'table',
} as const;
const settle = { deliveryTag: 'longlong', multiple: 'bit' } as const;

/** AMQP 0-9-1 with RabbitMQ's extensions: the numbers of each method, and its fields in wire order. */
export const methods = {
  'connection.start': method(10, 10, {
    versionMajor: 'octet',
    versionMinor: 'octet',
    serverProperties: 'table',
    mechanisms: 'longstr',
    locales: 'longstr',
  }),
  'connection.start-ok': method(10, 11, {
    clientProperties: 'table',
    mechanism: 'shortstr',
    response: 'longstr',
    locale: 'shortstr',
  }),
  'connection.tune': method(10, 30, tune),
  'connection.tune-ok': method(10, 31, tune),
  'connection.open': method(10, 40, { virtualHost: 'shortstr', capabilities: 'shortstr', insist: 'bit' }),
  'connection.open-ok': method(10, 41, { knownHosts: 'shortstr' }),
  'connection.close': method(10, 50, close),
  'connection.close-ok': method(10, 51, {}),
  'connection.update-secret': method(10, 70, { secret: 'longstr', reason: 'shortstr' }),
  'channel.open': method(20, 10, { outOfBand: 'shortstr' }),
  'channel.open-ok': method(20, 11, { channelId: 'longstr' }),
  'channel.flow': method(20, 20, { active: 'bit' }),
  'channel.flow-ok': method(20, 21, { active: 'bit' }),
  'channel.close': method(20, 40, close),
  'channel.close-ok': method(20, 41, {}),
  'exchange.declare': method(40, 10, {
    ticket: 'short',
    exchange: 'shortstr',
    type: 'shortstr',
    passive: 'bit',
    durable: 'bit',
    autoDelete: 'bit',
    internal: 'bit',
    nowait: 'bit',
    arguments: 'table',
  }),
  'exchange.declare-ok': method(40, 11, {}),
  'exchange.delete': method(40, 20, { ticket: 'short', exchange: 'shortstr', ifUnused: 'bit', nowait: 'bit' }),
  'exchange.delete-ok': method(40, 21, {}),
  'exchange.bind': method(40, 30, exchangeBinding),
  'exchange.unbind': method(40, 40, exchangeBinding),
  'queue.declare': method(50, 10, {
    ticket: 'short',
    queue: 'shortstr',
    passive: 'bit',
    durable: 'bit',
    exclusive: 'bit',
    autoDelete: 'bit',
    nowait: 'bit',
    arguments: 'table',
  }),
  'queue.declare-ok': method(50, 11, { queue: 'shortstr', messageCount: 'long', consumerCount: 'long' }),
  'queue.bind': method(50, 20, { ...binding, nowait: 'bit', arguments: 'table' }),
  'queue.bind-ok': method(50, 21, {}),
  'queue.purge': method(50, 30, { ticket: 'short', queue: 'shortstr', nowait: 'bit' }),
  'queue.purge-ok': method(50, 31, { messageCount: 'long' }),
  'queue.delete': method(50, 40, {
    ticket: 'short',
    queue: 'shortstr',
    ifUnused: 'bit',
    ifEmpty: 'bit',
    nowait: 'bit',
  }),
  'queue.delete-ok': method(50, 41, { messageCount: 'long' }),
  'queue.unbind': method(50, 50, { ...binding, arguments: 'table' }),
  'queue.unbind-ok': method(50, 51, {}),
  'basic.qos': method(60, 10, { prefetchSize: 'long', prefetchCount: 'short', global: 'bit' }),
  'basic.qos-ok': method(60, 11, {}),
  'basic.consume': method(60, 20, {
    ticket: 'short',
    queue: 'shortstr',
    consumerTag: 'shortstr',
    noLocal: 'bit',
    noAck: 'bit',
    exclusive: 'bit',
    nowait: 'bit',
    arguments: 'table',
  }),
  'basic.consume-ok': method(60, 21, { consumerTag: 'shortstr' }),
  'basic.cancel': method(60, 30, { consumerTag: 'shortstr', nowait: 'bit' }),
  'basic.cancel-ok': method(60, 31, { consumerTag: 'shortstr' }),
  'basic.publish': method(60, 40, {
    ticket: 'short',
    exchange: 'shortstr',
    routingKey: 'shortstr',
    mandatory: 'bit',
    immediate: 'bit',
  }),
  'basic.return': method(60, 50, { code: 'short', text: 'shortstr', exchange: 'shortstr', routingKey: 'shortstr' }),
  'basic.deliver': method(60, 60, {
    consumerTag: 'shortstr',
    deliveryTag: 'longlong',
    redelivered: 'bit',
    exchange: 'shortstr',
    routingKey: 'shortstr',
  }),
  'basic.get': method(60, 70, { ticket: 'short', queue: 'shortstr', noAck: 'bit' }),
  'basic.get-ok': method(60, 71, {
    deliveryTag: 'longlong',
    redelivered: 'bit',
    exchange: 'shortstr',
    routingKey: 'shortstr',
    messageCount: 'long',
  }),
  'basic.get-empty': method(60, 72, { clusterId: 'shortstr' }),
  'basic.ack': method(60, 80, settle),
  'basic.reject': method(60, 90, { deliveryTag: 'longlong', requeue: 'bit' }),
  'basic.recover-async': method(60, 100, { requeue: 'bit' }),
  'basic.recover': method(60, 110, { requeue: 'bit' }),
  'basic.recover-ok': method(60, 111, {}),
  'basic.nack': method(60, 120, { ...settle, requeue: 'bit' }),
  'confirm.select': method(85, 10, { nowait: 'bit' }),
  'confirm.select-ok': method(85, 11, {}),
  'tx.select': method(90, 10, {}),
  'tx.commit': method(90, 20, {}),
  'tx.rollback': method(90, 30, {}),
};

export type MethodName = keyof typeof methods;
