import { AmqpError, unsupported } from './amqp-error';
import { route, type Broker } from './broker';
import type { Channel, Incoming } from './channel';
import { confirm } from './confirm';
import { enqueue } from './consumer';
import { writeMessage } from './frame-writer';
import type { Message } from './message';
import type { Properties } from './properties';
import { expirationOf, headersOf, isPersistent, splitProperties, userIdOf } from './properties';
import { refusesMore, type Queue } from './queue';
import { longestTime } from './queue-settings';
import { diskFull } from './reply-when-stored';

function checkExpiration(expiration: string): void {
  const refuse = (reason: string) => new AmqpError(406, `invalid expiration '${expiration}': ${reason}`);
  const [, digits, leftover] = /^([+-]?\d+)(.*)$/s.exec(expiration) ?? [];
  if (digits === undefined) throw refuse('no_integer');
  if (leftover) throw refuse(`{leftover_string,"${leftover}"}`);
  if (Number(digits) < 0) throw refuse(`{value_negative,${Number(digits)}}`);
  if (Number(digits) > longestTime) throw refuse(`{value_too_large,${Number(digits)}}`);
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

function toMessage({ args, properties: bytes, parts }: Incoming): Message {
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

function sendBack(channel: Channel, message: Message): void {
  const { exchange, routingKey } = message;
  const args = { code: 312, text: 'NO_ROUTE', exchange, routingKey };
  writeMessage(channel.connection.writer, channel.number, { name: 'basic.return', args }, message);
}

/** Refuses a publish before its content has come. */
export function checkPublish({ connection }: Channel, { exchange, immediate }: Incoming['args']): void {
  if (immediate) throw new AmqpError(540, 'immediate=true');
  if (exchange !== '' && !connection.broker.exchanges.has(exchange)) {
    throw new AmqpError(404, `no exchange '${exchange}' in vhost '/'`);
  }
}

/** Whether the message must be kept on a disk that has no room. */
function mustRefuse({ store }: Broker, { persistent }: Message, queues: readonly Queue[]): boolean {
  return persistent && store.refusesMessages() && queues.some(({ storeId }) => storeId > 0);
}

/** A whole message has come in: to its queues, back to the publisher if it must not be lost, and confirmed. */
export function publish(channel: Channel, incoming: Incoming): void {
  const message = toMessage(incoming);
  const { broker } = channel.connection;
  const queues = route(broker, message.exchange, message.routingKey) ?? [];
  if (queues.length === 0 && incoming.args.mandatory) sendBack(channel, message);
  let refused = mustRefuse(broker, message, queues);
  if (refused && !channel.confirms) throw diskFull('the message could not be stored');
  for (const queue of refused ? [] : queues) {
    if (refusesMore(queue)) refused = true;
    else enqueue(queue, message);
  }
  confirm(channel, refused);
}
