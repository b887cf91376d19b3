import type { Socket } from 'node:net';
import { frameType } from './frame-reader';
import type { Arguments } from './method-codec';
import { encodeMethod } from './method-codec';
import type { MethodName } from './method-table';
import type { Message } from './message';

const pageSize = 65_536;
const directWrite = 16_384;
const tooMuchWaiting = 1_048_576;

/** Gathers the frames of one turn of the event loop, so that small frames share one write. */
export type FrameWriter = {
  readonly socket: Socket;
  page: Buffer;
  sent: number;
  used: number;
  scheduled: boolean;
  frameMax: number;
};

/** Writes frames to a socket. */
export function createFrameWriter(socket: Socket, frameMax: number): FrameWriter {
  return { socket, page: Buffer.allocUnsafeSlow(pageSize), sent: 0, used: 0, scheduled: false, frameMax };
}

/** Hands everything gathered to the socket. */
export function flushFrames(writer: FrameWriter): void {
  if (writer.used > writer.sent && writer.socket.writable) {
    writer.socket.write(writer.page.subarray(writer.sent, writer.used));
  }
  writer.sent = writer.used;
}

/** Whether the peer reads too slowly to be sent more deliveries; the socket's `drain` ends it. */
export function isCongested(writer: FrameWriter): boolean {
  return writer.socket.writableLength > tooMuchWaiting;
}

function flushSoon(writer: FrameWriter): void {
  if (writer.scheduled) return;
  writer.scheduled = true;
  setImmediate(() => {
    writer.scheduled = false;
    flushFrames(writer);
  });
}

function room(writer: FrameWriter, length: number): number {
  if (writer.used + length > writer.page.length) {
    flushFrames(writer);
    writer.page = Buffer.allocUnsafeSlow(Math.max(pageSize, length));
    writer.sent = 0;
    writer.used = 0;
  }
  flushSoon(writer);
  const start = writer.used;
  writer.used += length;
  return start;
}

function writeFrameStart(writer: FrameWriter, type: number, channel: number, size: number, extra: number): number {
  const start = room(writer, 7 + extra);
  writer.page[start] = type;
  writer.page.writeUInt16BE(channel, start + 1);
  writer.page.writeUInt32BE(size, start + 3);
  return start + 7;
}

/** One frame; a large payload goes to the socket without being copied. */
export function writeFrame(writer: FrameWriter, type: number, channel: number, payload: Buffer): void {
  if (payload.length >= directWrite) {
    writeFrameStart(writer, type, channel, payload.length, 0);
    flushFrames(writer);
    if (writer.socket.writable) writer.socket.write(payload);
    const end = room(writer, 1);
    writer.page[end] = 0xce;
    return;
  }
  const start = writeFrameStart(writer, type, channel, payload.length, payload.length + 1);
  payload.copy(writer.page, start);
  writer.page[start + payload.length] = 0xce;
}

/** A method without content. */
export function writeMethod<N extends MethodName>(
  writer: FrameWriter,
  channel: number,
  name: N,
  args: Arguments<N>,
): void {
  writeFrame(writer, frameType.method, channel, encodeMethod(name, args));
}

/** A method that carries a message. */
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
  const { page } = writer;
  page.writeUInt32BE(60 << 16, start);
  page.writeUInt32BE(0, start + 4);
  page.writeUInt32BE(bodyLength, start + 8);
  content.copy(page, start + 12, 0, propertiesLength);
  page[start + 12 + propertiesLength] = 0xce;
  const most = writer.frameMax - 8;
  for (let at = propertiesLength; at < content.length; at += most) {
    writeFrame(writer, frameType.body, channel, content.subarray(at, Math.min(at + most, content.length)));
  }
}
