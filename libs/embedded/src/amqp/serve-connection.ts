import type { Socket } from 'node:net';
import { AmqpError } from './amqp-error';
import type { Broker } from './broker';
import { failConnection, releaseConnection } from './closing';
import type { Connection } from './connection';
import { createConnection } from './connection';
import { resume } from './consumer';
import { dispatchFrame } from './frame-dispatch';
import { readFrames } from './frame-reader';
import { sendStart } from './handshake';

const protocolHeader = Buffer.from('AMQP\0\0\x09\x01', 'latin1');
const tooMuchUncommitted = 33_554_432;
const tooMuchUnread = 16_777_216;
const handshakeTimeout = 10_000;

/** Answers what follows the protocol header; a peer that speaks something else is told the version and left. */
function takeProtocolHeader(connection: Connection, chunk: Buffer): Buffer | undefined {
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

/** Stops reading from a peer that publishes faster than can be committed or asks for more than it reads. */
function pauseIfNeeded({ isHeld, socket, broker: { store } }: Connection): void {
  if (socket.isPaused()) return;
  if (isHeld) {
    socket.pause();
    return;
  }
  if (socket.writableLength > tooMuchUnread) {
    socket.pause();
    socket.once('drain', () => socket.resume());
  } else if (store.backlog() > tooMuchUncommitted) {
    socket.pause();
    store.afterCommit(socket, () => socket.resume());
  }
}

function onData(connection: Connection, chunk: Buffer): void {
  connection.lastHeard = Date.now();
  const bytes = connection.phase === 'header' ? takeProtocolHeader(connection, chunk) : chunk;
  if (!bytes || connection.phase === 'closed') return;
  if (connection.isHeld) {
    connection.reader.rest = Buffer.concat([connection.reader.rest, bytes]);
    return;
  }
  try {
    readFrames(connection.reader, bytes, (frame) => dispatchFrame(connection, frame));
  } catch (error) {
    if (!(error instanceof AmqpError)) throw error;
    // After a broken frame nothing that follows can be trusted.
    failConnection(connection, error);
    connection.socket.end();
  }
  pauseIfNeeded(connection);
}

function release(connection: Connection): void {
  connection.isHeld = false;
  connection.socket.resume();
  onData(connection, Buffer.alloc(0));
}

function onDrain(connection: Connection): void {
  for (const channel of connection.channels.values()) resume(channel);
}

/** Speaks AMQP with one client until its socket closes. */
export function serveConnection(socket: Socket, broker: Broker, onClose: (connection: Connection) => void): Connection {
  const connection = createConnection(socket, broker);
  connection.release = () => release(connection);
  socket.setNoDelay(true);
  socket.setTimeout(handshakeTimeout, () => {
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
