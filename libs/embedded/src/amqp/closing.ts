import type { AmqpError } from './amqp-error';
import type { Channel } from './channel';
import type { Connection } from './connection';
import { flushFrames, writeMethod } from './frame-writer';
import type { MethodName } from './method-table';
import { methods } from './method-table';
import { deleteQueue, removeConsumer } from './queue-registry';
import { requeueAll } from './settlement';

const answerTimeout = 2_000;

function numbersOf(cause: MethodName | undefined): { classId: number; methodId: number } {
  if (cause === undefined) return { classId: 0, methodId: 0 };
  const { classId, methodId } = methods[cause];
  return { classId, methodId };
}

/** The channel holds nothing any more: its consumers leave and its deliveries go back. */
export function releaseChannel(channel: Channel): void {
  channel.closing = true;
  channel.incoming = undefined;
  const consumers = [...channel.consumers.values()];
  channel.consumers.clear();
  for (const consumer of consumers) removeConsumer(channel.connection.broker, consumer);
  requeueAll(channel);
}

/** Tells the client what was wrong and ends the channel. */
export function failChannel(channel: Channel, error: AmqpError, cause: MethodName | undefined): void {
  channel.send('channel.close', { code: error.code, text: shortened(error.message), ...numbersOf(cause) });
  releaseChannel(channel);
}

/** A reply text is a short string: at most 255 bytes. */
function shortened(text: string): string {
  return Buffer.byteLength(text) <= 255 ? text : `${Buffer.from(text).subarray(0, 250).toString('latin1')}...`;
}

/** Tells the client what was wrong and waits for its answer, but not for long. */
export function failConnection(connection: Connection, error: AmqpError, cause?: MethodName): void {
  if (connection.phase === 'closing' || connection.phase === 'closed') return;
  connection.phase = 'closing';
  for (const channel of connection.channels.values()) releaseChannel(channel);
  const args = { code: error.code, text: shortened(error.message), ...numbersOf(cause) };
  writeMethod(connection.writer, 0, 'connection.close', args);
  flushFrames(connection.writer);
  connection.closeTimer = setTimeout(() => connection.socket.destroy(), answerTimeout);
}

/** The socket is gone: everything the connection held goes back, its exclusive queues go with it. */
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
