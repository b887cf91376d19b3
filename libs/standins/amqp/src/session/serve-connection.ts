import type { Socket } from 'node:net';
import type { Broker } from '../broker/broker';
import { resumeConsumers } from '../broker/consumer';
import { AmqpError } from '../wire/amqp-error';
import { readFrames } from '../wire/frame-reader';
import { failConnection, releaseConnection } from './closing';
import { createConnection, type Connection } from './connection';
import { dispatchFrame } from './frame-dispatch';
import { sendStart } from './handshake';

const protocolHeader = Buffer.from('AMQP\0\0\x09\x01', 'latin1');
const maxUncommittedBytes = 33_554_432;
const maxUnreadBytes = 16_777_216;
const handshakeTimeoutMs = 10_000;

/**
 * Returns the bytes after the protocol header; undefined if it is incomplete or wrong. A wrong one is answered with the
 * supported version, and the connection ends.
 */
function readProtocolHeader(connection: Connection, chunk: Buffer): Buffer | undefined {
  const { reader, socket } = connection;
  const bytes = Buffer.concat([reader.rest, chunk]);
  const length = Math.min(bytes.length, protocolHeader.length);
  if (!bytes.subarray(0, length).equals(protocolHeader.subarray(0, length))) {
    connection.phase = 'closed';
    socket.end(protocolHeader);
    return undefined;
  }
  if (length < protocolHeader.length) {
    reader.rest = bytes;
    return undefined;
  }
  reader.rest = Buffer.alloc(0);
  sendStart(connection);
  return bytes.subarray(length);
}

/** Stops reading from a suspended client, one that publishes faster than commits, and one that does not read. */
function pauseIfNeeded({ isSuspended, socket, broker: { store } }: Connection): void {
  if (socket.isPaused()) return;
  if (isSuspended) {
    socket.pause();
    return;
  }
  if (socket.writableLength > maxUnreadBytes) {
    socket.pause();
    socket.once('drain', () => socket.resume());
  } else if (store.backlogBytes() > maxUncommittedBytes) {
    socket.pause();
    store.afterCommit(socket, () => socket.resume());
  }
}

function onData(connection: Connection, chunk: Buffer): void {
  connection.lastReceivedAt = performance.now();
  const bytes = connection.phase === 'header' ? readProtocolHeader(connection, chunk) : chunk;
  if (!bytes || connection.phase === 'closed') return;
  if (connection.isSuspended) {
    connection.reader.rest = Buffer.concat([connection.reader.rest, bytes]);
    return;
  }
  try {
    readFrames(connection.reader, bytes, (frame) => dispatchFrame(connection, frame));
  } catch (error) {
    if (!(error instanceof AmqpError)) throw error;
    // The bytes after a malformed frame cannot be split into frames.
    failConnection(connection, error);
    connection.socket.end();
  }
  pauseIfNeeded(connection);
}

function resume(connection: Connection): void {
  connection.isSuspended = false;
  connection.socket.resume();
  onData(connection, Buffer.alloc(0));
}

function onDrain(connection: Connection): void {
  for (const channel of connection.channels.values()) resumeConsumers(channel);
}

/** Serves one client until its socket closes. */
export function serveConnection(socket: Socket, broker: Broker, onClose: (connection: Connection) => void): Connection {
  const connection = createConnection(socket, broker);
  connection.resume = () => resume(connection);
  socket.setNoDelay(true);
  socket.setTimeout(handshakeTimeoutMs, () => {
    if (connection.phase !== 'running') socket.destroy();
  });
  socket.on('data', (chunk: Buffer) => onData(connection, chunk));
  socket.on('drain', () => onDrain(connection));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    releaseConnection(connection);
    onClose(connection);
  });
  return connection;
}
