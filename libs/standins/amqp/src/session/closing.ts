import { deleteQueue, removeConsumer } from '../broker/queue-registry';
import type { AmqpError } from '../wire/amqp-error';
import { flushFrames, writeMethod } from '../wire/frame-writer';
import { methods, type MethodName } from '../wire/method-table';
import type { Channel } from './channel';
import type { Connection } from './connection';
import { requeueAll } from './settlement';

const closeTimeoutMs = 2_000;

/** The numbers of the method that caused an error, as a close method carries them. */
function numbersOf(cause: MethodName | undefined): { classId: number; methodId: number } {
  if (cause === undefined) return { classId: 0, methodId: 0 };
  const { classId, methodId } = methods[cause];
  return { classId, methodId };
}

/** Removes a channel's consumers and requeues its unacknowledged deliveries. */
export function releaseChannel(channel: Channel): void {
  channel.isClosing = true;
  channel.incoming = undefined;
  const consumers = [...channel.consumers.values()];
  channel.consumers.clear();
  for (const consumer of consumers) removeConsumer(channel.connection.broker, consumer);
  requeueAll(channel);
}

/** Closes a channel because of an error. */
export function failChannel(channel: Channel, error: AmqpError, cause: MethodName | undefined): void {
  channel.send('channel.close', { code: error.code, text: truncate(error.message), ...numbersOf(cause) });
  releaseChannel(channel);
}

/** A reply text is a short string: at most 255 bytes. */
function truncate(text: string): string {
  return Buffer.byteLength(text) <= 255 ? text : `${Buffer.from(text).subarray(0, 250).toString('latin1')}...`;
}

/** Closes a connection because of an error. The client has two seconds to answer. */
export function failConnection(connection: Connection, error: AmqpError, cause?: MethodName): void {
  if (connection.phase === 'closing' || connection.phase === 'closed') return;
  connection.phase = 'closing';
  for (const channel of connection.channels.values()) releaseChannel(channel);
  const args = { code: error.code, text: truncate(error.message), ...numbersOf(cause) };
  writeMethod(connection.writer, 0, 'connection.close', args);
  flushFrames(connection.writer);
  connection.closeTimer = setTimeout(() => connection.socket.destroy(), closeTimeoutMs);
}

/** Releases the channels of a connection that has ended, and deletes its exclusive queues. */
export function releaseConnection(connection: Connection): void {
  connection.phase = 'closed';
  clearInterval(connection.heartbeat);
  clearTimeout(connection.closeTimer);
  const { broker, channels } = connection;
  for (const channel of channels.values()) releaseChannel(channel);
  channels.clear();
  for (const queue of [...broker.queues.values()]) {
    if (queue.owner === connection) deleteQueue(broker, queue);
  }
}
