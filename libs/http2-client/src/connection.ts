import type { Socket } from 'node:net';
import { handleConnectionFrame } from './connection-frames';
import { Unanswered } from './errors';
import { frameReader, streamFrameReader } from './frame-reader';
import { errorCode, frameType, integerFrame, setting, settingsFrame } from './frames';
import type { RequestHeader } from './hpack-encoder';
import { requestWriter, writeFrame } from './request-writer';
import { openSocket } from './socket';
import {
  cancelExpired,
  capacityOf,
  failStream,
  openStream,
  responseHandler,
  type Http2Request,
  type ReplyHandler,
  type Streams,
} from './stream';

export type Connection = {
  /** Requests in flight, and how many more the connection takes now. */
  inFlight(): number;
  capacity(): number;
  isClosing(): boolean;
  /** Throws when the request is invalid. */
  send(request: Http2Request, handler: ReplyHandler): void;
  /** Takes no more requests; those in flight complete. */
  close(): void;
};
export type ConnectionOptions = {
  url: string;
  ca?: string;
  timeoutMs: number;
  /** Called when the server takes no more requests. */
  onGoAway(): void;
  /** Called when the connection may have capacity. */
  onCapacity(): void;
  /** Called once, also when the connection was never established. */
  onClosed(failure?: Error): void;
};

/** Time for TCP, TLS and the server's first SETTINGS. */
const connectTimeoutMs = 10_000;
const expiryCheckMs = 250;
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const defaultWindow = 65_535;
/** Receive window of the connection and of each stream, far above what short responses need: servers never wait. */
const receiveWindow = 1_048_576;

/** One connection to a server. It does not keep the process alive. */
export function openConnection(options: ConnectionOptions): Connection {
  const { url, ca, timeoutMs, onGoAway, onCapacity, onClosed } = options;
  const socket = openSocket(url, ca, () => sendPreface(socket));
  const writer = requestWriter(commonHeaders(url), (bytes) => void (socket.writable && socket.write(bytes)));
  const streams: Streams = {
    ...{ writer, open: new Map(), maxConcurrent: 0, nextId: 1 },
    ...{ isClosing: false, consecutiveTimeouts: 0, onChange, onGoAway },
  };
  let failure: Error | undefined;
  let isClosed = false;
  const connectTimer = setTimeout(() => socket.destroy(new Error('Connection timed out')), connectTimeoutMs);
  const expiryTimer = setInterval(() => cancelExpired(streams, timeoutMs), expiryCheckMs).unref();
  readFrames(socket, streams);
  socket.on('error', (error) => (failure ??= error));
  socket.once('close', () => {
    clearTimeout(connectTimer);
    clearInterval(expiryTimer);
    streams.isClosing = true;
    for (const stream of [...streams.open.values()])
      failStream(streams, stream, new Unanswered('The connection was lost'));
    onClosed(failure);
  });
  function onChange() {
    if (streams.maxConcurrent > 0) clearTimeout(connectTimer);
    if (streams.isClosing && streams.open.size === 0 && !isClosed) {
      isClosed = true;
      closeSocket(streams, socket);
    }
    onCapacity();
  }
  return {
    inFlight: () => streams.open.size,
    capacity: () => capacityOf(streams),
    isClosing: () => streams.isClosing,
    send: (request, handler) => openStream(streams, request, timeoutMs, handler),
    close() {
      streams.isClosing = true;
      onChange();
    },
  };
}

function commonHeaders(url: string): RequestHeader[] {
  const { protocol, host } = new URL(url);
  return [
    [':method', 'POST', 'shared'],
    [':scheme', protocol.slice(0, -1), 'shared'],
    [':authority', host, 'shared'],
  ];
}

function sendPreface(socket: Socket): void {
  const settings = settingsFrame([
    [setting.enablePush, 0],
    [setting.initialWindowSize, receiveWindow],
  ]);
  const windowUpdate = integerFrame(frameType.windowUpdate, 0, receiveWindow - defaultWindow);
  socket.write(Buffer.concat([preface, settings, windowUpdate]));
  socket.unref();
}

/** Reads frames; a server that violates the protocol loses its connection. */
function readFrames(socket: Socket, streams: Streams): void {
  const readStreamFrame = streamFrameReader(responseHandler(streams));
  let unacknowledgedBytes = 0;
  const read = frameReader((frame) => {
    if (frame.type === frameType.data) unacknowledgedBytes += frame.payload.length;
    if (!readStreamFrame(frame)) handleConnectionFrame(streams, frame);
  });
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      socket.write(integerFrame(frameType.goAway, 0, 0, errorCode.protocolError));
      socket.destroy(error as Error);
    }
    if (unacknowledgedBytes < receiveWindow / 2) return;
    writeFrame(streams.writer, integerFrame(frameType.windowUpdate, 0, unacknowledgedBytes));
    unacknowledgedBytes = 0;
  });
}

function closeSocket({ writer }: Streams, socket: Socket): void {
  writeFrame(writer, integerFrame(frameType.goAway, 0, 0, errorCode.noError));
  // The write buffer is flushed by an earlier setImmediate.
  setImmediate(() => socket.destroySoon());
}
