import type { Socket } from 'node:net';
import { frameEnd, frameOverhead, frameType } from './frame';
import type { Message } from './message';
import { encodeMethod, type Arguments } from './method-codec';
import type { MethodName } from './method-table';

const bufferBytes = 65_536;
/** Payloads of this size or more are not copied into the buffer. */
const minDirectBytes = 16_384;
const maxUnsentBytes = 1_048_576;
const basicClass = 60;

/** Collects the frames of one turn of the event loop, so that small frames share one write. */
export type FrameWriter = {
  readonly socket: Socket;
  buffer: Buffer;
  /** How many bytes of the buffer are written to the socket, and how many are in use. */
  sent: number;
  used: number;
  isFlushScheduled: boolean;
  frameMax: number;
};

/** A writer of frames to a socket. */
export function createFrameWriter(socket: Socket, frameMax: number): FrameWriter {
  return { socket, buffer: Buffer.allocUnsafeSlow(bufferBytes), sent: 0, used: 0, isFlushScheduled: false, frameMax };
}

/** Writes all collected frames to the socket. */
export function flushFrames(writer: FrameWriter): void {
  if (writer.used > writer.sent && writer.socket.writable) {
    writer.socket.write(writer.buffer.subarray(writer.sent, writer.used));
  }
  writer.sent = writer.used;
}

/** Whether the client reads too slowly for more deliveries; ends with the socket's `drain` event. */
export function isCongested(writer: FrameWriter): boolean {
  return writer.socket.writableLength > maxUnsentBytes;
}

function scheduleFlush(writer: FrameWriter): void {
  if (writer.isFlushScheduled) return;
  writer.isFlushScheduled = true;
  setImmediate(() => {
    writer.isFlushScheduled = false;
    flushFrames(writer);
  });
}

/** Reserves bytes of the buffer and returns where they begin. */
function reserve(writer: FrameWriter, length: number): number {
  if (writer.used + length > writer.buffer.length) {
    flushFrames(writer);
    writer.buffer = Buffer.allocUnsafeSlow(Math.max(bufferBytes, length));
    writer.sent = 0;
    writer.used = 0;
  }
  scheduleFlush(writer);
  const start = writer.used;
  writer.used += length;
  return start;
}

/** Writes a frame's header and reserves `extra` bytes after it; returns where these begin. */
function writeFrameStart(writer: FrameWriter, type: number, channel: number, size: number, extra: number): number {
  const start = reserve(writer, 7 + extra);
  writer.buffer[start] = type;
  writer.buffer.writeUInt16BE(channel, start + 1);
  writer.buffer.writeUInt32BE(size, start + 3);
  return start + 7;
}

/** Writes one frame; a large payload goes to the socket without being copied. */
export function writeFrame(writer: FrameWriter, type: number, channel: number, payload: Buffer): void {
  if (payload.length >= minDirectBytes) {
    writeFrameStart(writer, type, channel, payload.length, 0);
    flushFrames(writer);
    if (writer.socket.writable) writer.socket.write(payload);
    const end = reserve(writer, 1);
    writer.buffer[end] = frameEnd;
    return;
  }
  const start = writeFrameStart(writer, type, channel, payload.length, payload.length + 1);
  payload.copy(writer.buffer, start);
  writer.buffer[start + payload.length] = frameEnd;
}

/** Writes a method without content. */
export function writeMethod<N extends MethodName>(
  writer: FrameWriter,
  channel: number,
  name: N,
  args: Arguments<N>,
): void {
  writeFrame(writer, frameType.method, channel, encodeMethod(name, args));
}

/** Writes a method that carries a message. */
export function writeMessage<N extends MethodName>(
  writer: FrameWriter,
  channel: number,
  method: { name: N; args: Arguments<N> },
  message: Message,
): void {
  writeMethod(writer, channel, method.name, method.args);
  const { content, propertiesLength } = message;
  const bodyLength = content.length - propertiesLength;
  const start = writeFrameStart(writer, frameType.header, channel, 12 + propertiesLength, 13 + propertiesLength);
  const { buffer } = writer;
  buffer.writeUInt32BE(basicClass << 16, start);
  buffer.writeUInt32BE(0, start + 4);
  buffer.writeUInt32BE(bodyLength, start + 8);
  content.copy(buffer, start + 12, 0, propertiesLength);
  buffer[start + 12 + propertiesLength] = frameEnd;
  const maxPayload = writer.frameMax - frameOverhead;
  for (let at = propertiesLength; at < content.length; at += maxPayload) {
    writeFrame(writer, frameType.body, channel, content.subarray(at, Math.min(at + maxPayload, content.length)));
  }
}
