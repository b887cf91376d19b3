import { AmqpError } from './amqp-error';
import type { Channel } from './channel';
import { handleMethod } from './channel-methods';
import { failChannel, failConnection, releaseChannel, releaseConnection } from './closing';
import type { Connection } from './connection';
import { assertNoContentDue, takeContent } from './content';
import type { Frame } from './frame-reader';
import { frameType } from './frame-reader';
import { flushFrames, writeMethod } from './frame-writer';
import { continueHandshake } from './handshake';
import type { Method } from './method-codec';
import { decodeMethod } from './method-codec';
import { openChannel } from './open-channel';

const endTimeout = 2_000;

function endConnection(connection: Connection): void {
  releaseConnection(connection);
  flushFrames(connection.writer);
  connection.socket.end();
  connection.closeTimer = setTimeout(() => connection.socket.destroy(), endTimeout);
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

function handleClosing(connection: Connection, channel: Channel, method: Method): void {
  if (method.name === 'channel.close') channel.send('channel.close-ok', {});
  else if (method.name === 'channel.close-ok') connection.channels.delete(channel.number);
}

function openFor(connection: Connection, number: number, method: Method): void {
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
  assertNoContentDue(channel);
  if (method.name === 'channel.close') {
    releaseChannel(channel);
    channel.connection.channels.delete(channel.number);
    channel.send('channel.close-ok', {});
  } else {
    handleMethod(channel, method);
  }
}

function asAmqpError(error: unknown): AmqpError {
  if (error instanceof AmqpError) return error;
  if (error instanceof RangeError) return new AmqpError(502, 'a frame that cannot be read');
  return new AmqpError(541, error instanceof Error ? error.message : String(error));
}

/** Runs what a channel was asked for; what goes wrong there ends the channel or, when it is grave, all of them. */
function guarded(channel: Channel, cause: Method['name'], action: () => void): void {
  try {
    action();
  } catch (cast) {
    const error = asAmqpError(cast);
    if (error.closesConnection) failConnection(channel.connection, error, cause);
    else failChannel(channel, error, cause);
  }
}

function handleChannelFrame(connection: Connection, frame: Frame): void {
  const channel = connection.channels.get(frame.channel);
  if (frame.type !== frameType.method) {
    if (!channel) throw new AmqpError(504, "expected 'channel.open'");
    if (!channel.closing) guarded(channel, 'basic.publish', () => takeContent(channel, frame));
    return;
  }
  const method = decodeMethod(frame.payload);
  if (!channel) openFor(connection, frame.channel, method);
  else if (channel.closing) handleClosing(connection, channel, method);
  else guarded(channel, method.name, () => runMethod(channel, method));
}

/** Takes one frame from a connection's peer; answers false when no more are wanted. */
export function dispatchFrame(connection: Connection, frame: Frame): boolean {
  if (connection.phase === 'closed') return false;
  if (frame.type === frameType.heartbeat) return true;
  try {
    if (frame.type > frameType.body || frame.type < frameType.method) throw new AmqpError(501, 'unknown frame type');
    if (frame.channel === 0) handleConnectionMethod(connection, decodeMethod(frame.payload));
    else if (connection.phase === 'running') handleChannelFrame(connection, frame);
    else if (connection.phase !== 'closing') throw new AmqpError(503, 'the connection is not open yet');
  } catch (error) {
    failConnection(connection, asAmqpError(error));
  }
  return !connection.isHeld;
}
