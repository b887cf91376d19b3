import { AmqpError } from './amqp-error';
import { frameEnd, frameOverhead, type Frame } from './frame';

export type FrameReader = { rest: Buffer; frameMax: number };

/** Splits a stream of bytes into frames; `frameMax` changes when the connection is tuned. */
export function createFrameReader(frameMax: number): FrameReader {
  return { rest: Buffer.alloc(0), frameMax };
}

/** Calls `handle` with each complete frame, until it returns false. The rest is kept for the next call. */
export function readFrames(reader: FrameReader, chunk: Buffer, handle: (frame: Frame) => boolean): void {
  const buffer = reader.rest.length > 0 ? Buffer.concat([reader.rest, chunk]) : chunk;
  let offset = 0;
  while (buffer.length - offset >= frameOverhead) {
    const size = buffer.readUInt32BE(offset + 3);
    if (size + frameOverhead > reader.frameMax) {
      const text = `frame too large: ${size + frameOverhead} bytes, at most ${reader.frameMax} are allowed`;
      throw new AmqpError(501, text);
    }
    const end = offset + 7 + size;
    if (end >= buffer.length) break;
    if (buffer[end] !== frameEnd) throw new AmqpError(501, 'a frame without an end marker');
    const payload = buffer.subarray(offset + 7, end);
    const frame = { type: buffer.readUInt8(offset), channel: buffer.readUInt16BE(offset + 1), payload };
    offset = end + 1;
    if (!handle(frame)) break;
  }
  reader.rest = buffer.subarray(offset);
}
