import { route, type Broker } from '../broker/broker';
import { enqueue } from '../broker/consumer';
import { rejectsPublish, type Queue } from '../broker/queue';
import { maxTtlMs } from '../broker/queue-settings';
import { AmqpError, unsupported } from '../wire/amqp-error';
import { writeMessage } from '../wire/frame-writer';
import type { Message } from '../wire/message';
import { expirationOf, headersOf, isPersistent, splitProperties, userIdOf, type Properties } from '../wire/properties';
import type { Channel, IncomingMessage } from './channel';
import { confirm } from './confirm';
import { diskFull } from './send-when-stored';

function checkExpiration(expiration: string): void {
  const refuse = (reason: string) => new AmqpError(406, `invalid expiration '${expiration}': ${reason}`);
  const [, digits, leftover] = /^([+-]?\d+)(.*)$/s.exec(expiration) ?? [];
  if (digits === undefined) throw refuse('no_integer');
  if (leftover) throw refuse(`{leftover_string,"${leftover}"}`);
  if (Number(digits) < 0) throw refuse(`{value_negative,${Number(digits)}}`);
  if (Number(digits) > maxTtlMs) throw refuse(`{value_too_large,${Number(digits)}}`);
}

function checkProperties(properties: Properties): void {
  const headers = headersOf(properties);
  for (const name of ['CC', 'BCC']) {
    if (headers?.has(name)) throw unsupported(`header '${name}'`);
  }
  const userId = userIdOf(properties);
  if (userId !== undefined && userId !== 'guest') {
    throw new AmqpError(406, `user_id property set to '${userId}' but authenticated user was 'guest'`);
  }
  const expiration = expirationOf(properties);
  if (expiration !== undefined) checkExpiration(expiration);
}

function toMessage({ args, properties: bytes, parts }: IncomingMessage): Message {
  const start = bytes as Buffer;
  const properties = splitProperties(start);
  checkProperties(properties);
  return {
    exchange: args.exchange,
    routingKey: args.routingKey,
    content: Buffer.concat([start, ...parts]),
    propertiesLength: start.length,
    persistent: isPersistent(properties),
    expires: expirationOf(properties) !== undefined,
  };
}

function returnMessage(channel: Channel, message: Message): void {
  const { exchange, routingKey } = message;
  const args = { code: 312, text: 'NO_ROUTE', exchange, routingKey };
  writeMessage(channel.connection.writer, channel.number, { name: 'basic.return', args }, message);
}

/** Checks a publish before its content arrives. */
export function checkPublish({ connection }: Channel, { exchange, immediate }: IncomingMessage['args']): void {
  if (immediate) throw new AmqpError(540, 'immediate=true');
  if (exchange !== '' && !connection.broker.exchanges.has(exchange)) {
    throw new AmqpError(404, `no exchange '${exchange}' in vhost '/'`);
  }
}

/** Whether the message would have to be stored while the disk is full. */
function isRefusedByStore({ store }: Broker, { persistent }: Message, queues: readonly Queue[]): boolean {
  return persistent && store.isFailing() && queues.some(({ storeId }) => storeId > 0);
}

/** Routes a complete message to its queues, returns a mandatory one that has none, and confirms it. */
export function publish(channel: Channel, incoming: IncomingMessage): void {
  const message = toMessage(incoming);
  const { broker } = channel.connection;
  const queues = route(broker, message.exchange, message.routingKey) ?? [];
  if (queues.length === 0 && incoming.args.mandatory) returnMessage(channel, message);
  let isRefused = isRefusedByStore(broker, message, queues);
  if (isRefused && !channel.confirms) throw diskFull('the message could not be stored');
  for (const queue of isRefused ? [] : queues) {
    if (rejectsPublish(queue)) isRefused = true;
    else enqueue(queue, message);
  }
  confirm(channel, isRefused);
}
