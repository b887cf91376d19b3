import { AmqpError } from '../wire/amqp-error';
import { frameType, type Frame } from '../wire/frame';
import { flushFrames, writeMethod } from '../wire/frame-writer';
import { decodeMethod, type Method } from '../wire/method-codec';
import type { Channel } from './channel';
import { handleMethod } from './channel-methods';
import { failChannel, failConnection, releaseChannel, releaseConnection } from './closing';
import type { Connection } from './connection';
import { addContent, assertNoContentExpected } from './content';
import { continueHandshake } from './handshake';
import { openChannel } from './open-channel';

const endTimeoutMs = 2_000;

function endConnection(connection: Connection): void {
  releaseConnection(connection);
  flushFrames(connection.writer);
  connection.socket.end();
  connection.closeTimer = setTimeout(() => connection.socket.destroy(), endTimeoutMs);
}

function handleConnectionMethod(connection: Connection, method: Method): void {
  if (method.name === 'connection.close') {
    writeMethod(connection.writer, 0, 'connection.close-ok', {});
    endConnection(connection);
  } else if (method.name === 'connection.close-ok') {
    endConnection(connection);
  } else if (connection.phase !== 'closing' && !continueHandshake(connection, method)) {
    throw new AmqpError(503, `unexpected method '${method.name}' on channel 0`);
  }
}

/** A closing channel only finishes its close; it ignores other methods. */
function continueClose(connection: Connection, channel: Channel, method: Method): void {
  if (method.name === 'channel.close') channel.send('channel.close-ok', {});
  else if (method.name === 'channel.close-ok') connection.channels.delete(channel.number);
}

function openChannelFor(connection: Connection, number: number, method: Method): void {
  if (method.name === 'channel.close-ok') return;
  if (method.name !== 'channel.open') throw new AmqpError(504, "expected 'channel.open'");
  if (number > connection.channelMax) {
    throw new AmqpError(530, `number of channels opened (${number}) exceeds the negotiated channel_max`);
  }
  const channel = openChannel(connection, number);
  connection.channels.set(number, channel);
  channel.send('channel.open-ok', { channelId: Buffer.alloc(0) });
}

function runMethod(channel: Channel, method: Method): void {
  assertNoContentExpected(channel);
  if (method.name === 'channel.close') {
    releaseChannel(channel);
    channel.connection.channels.delete(channel.number);
    channel.send('channel.close-ok', {});
  } else {
    handleMethod(channel, method);
  }
}

function toAmqpError(error: unknown): AmqpError {
  if (error instanceof AmqpError) return error;
  if (error instanceof RangeError) return new AmqpError(502, 'a frame that cannot be read');
  return new AmqpError(541, error instanceof Error ? error.message : String(error));
}

/** Runs an action of a channel. An error closes the channel or the connection, as the error says. */
function runOnChannel(channel: Channel, cause: Method['name'], action: () => void): void {
  try {
    action();
  } catch (thrown) {
    const error = toAmqpError(thrown);
    if (error.closesConnection) failConnection(channel.connection, error, cause);
    else failChannel(channel, error, cause);
  }
}

function handleChannelFrame(connection: Connection, frame: Frame): void {
  const channel = connection.channels.get(frame.channel);
  if (frame.type !== frameType.method) {
    if (!channel) throw new AmqpError(504, "expected 'channel.open'");
    if (!channel.isClosing) runOnChannel(channel, 'basic.publish', () => addContent(channel, frame));
    return;
  }
  const method = decodeMethod(frame.payload);
  if (!channel) openChannelFor(connection, frame.channel, method);
  else if (channel.isClosing) continueClose(connection, channel, method);
  else runOnChannel(channel, method.name, () => runMethod(channel, method));
}

/** Handles one frame of a client; returns false if no further frames may be dispatched now. */
export function dispatchFrame(connection: Connection, frame: Frame): boolean {
  if (connection.phase === 'closed') return false;
  if (frame.type === frameType.heartbeat) return true;
  try {
    if (frame.type > frameType.body || frame.type < frameType.method) throw new AmqpError(501, 'unknown frame type');
    if (frame.channel === 0) handleConnectionMethod(connection, decodeMethod(frame.payload));
    else if (connection.phase === 'running') handleChannelFrame(connection, frame);
    else if (connection.phase !== 'closing') throw new AmqpError(503, 'the connection is not open yet');
  } catch (error) {
    failConnection(connection, toAmqpError(error));
  }
  return !connection.isSuspended;
}
