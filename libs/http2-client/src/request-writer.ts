import { ProtocolError } from './errors';
import { flag, frameHeaderBytes, frameType, maxFrameBytes, writeFrameHeader } from './frames';
import { hpackEncoder, maxEncodedBytes, type HpackEncoder, type RequestHeader } from './hpack-encoder';
import { writeBuffer, type WriteBuffer } from './write-buffer';

/** The sending side of a stream: its flow-control window, and what of the body exceeds it. */
export type SendingStream = { id: number; window: number; unsent?: Buffer };

/** The sending side of a connection. */
export type RequestWriter = {
  buffer: WriteBuffer;
  headers: HpackEncoder;
  /** Headers that every request begins with. */
  commonHeaders: readonly RequestHeader[];
  /** Flow-control window of the connection, and the initial window of each new stream. */
  window: number;
  initialWindow: number;
  /** Streams with an unsent part. */
  blocked: Set<SendingStream>;
};

const defaultWindow = 65_535;
const maxWindow = 2 ** 31 - 1;

export function requestWriter(commonHeaders: readonly RequestHeader[], send: (bytes: Buffer) => void): RequestWriter {
  const windows = { window: defaultWindow, initialWindow: defaultWindow };
  return { buffer: writeBuffer(send), headers: hpackEncoder(), commonHeaders, ...windows, blocked: new Set() };
}

/** Writes a request, and as much of its body as the flow-control windows allow. */
export function writeRequest(
  writer: RequestWriter,
  id: number,
  headers: readonly RequestHeader[],
  body: string,
): SendingStream {
  const { buffer, commonHeaders } = writer;
  const maxBytes = maxEncodedBytes(commonHeaders) + maxEncodedBytes(headers);
  if (maxBytes > maxFrameBytes) throw new RangeError('The headers of a request are too long');
  buffer.reserve(frameHeaderBytes + maxBytes);
  const start = buffer.end;
  buffer.end += frameHeaderBytes;
  writer.headers.write(commonHeaders, buffer);
  writer.headers.write(headers, buffer);
  const flags = flag.endHeaders | (body === '' ? flag.endStream : 0);
  const length = buffer.end - start - frameHeaderBytes;
  writeFrameHeader(buffer.bytes, start, { type: frameType.headers, flags, stream: id, length });
  const stream: SendingStream = { id, window: writer.initialWindow };
  if (body !== '') writeBody(writer, stream, body);
  buffer.scheduleFlush();
  return stream;
}

function writeBody(writer: RequestWriter, stream: SendingStream, body: string): void {
  const length = Buffer.byteLength(body);
  if (length <= maxDataBytes(writer, stream)) return writeData(writer, stream, { body, length, isLast: true });
  stream.unsent = Buffer.from(body);
  writer.blocked.add(stream);
  writeUnsent(writer);
}

const maxDataBytes = (writer: RequestWriter, stream: SendingStream): number =>
  Math.min(writer.window, stream.window, maxFrameBytes);

type Data = { body: string | Buffer; length: number; isLast: boolean };

function writeData(writer: RequestWriter, stream: SendingStream, { body, length, isLast }: Data): void {
  const { buffer } = writer;
  buffer.reserve(frameHeaderBytes + length);
  const flags = isLast ? flag.endStream : 0;
  writeFrameHeader(buffer.bytes, buffer.end, { type: frameType.data, flags, stream: stream.id, length });
  if (typeof body === 'string') buffer.bytes.write(body, buffer.end + frameHeaderBytes);
  else body.copy(buffer.bytes, buffer.end + frameHeaderBytes);
  buffer.end += frameHeaderBytes + length;
  writer.window -= length;
  stream.window -= length;
  buffer.scheduleFlush();
}

/** Writes what the windows now allow of the blocked streams. */
function writeUnsent(writer: RequestWriter): void {
  for (const stream of writer.blocked) {
    while (stream.unsent) {
      const { unsent } = stream;
      const length = Math.min(unsent.length, maxDataBytes(writer, stream));
      if (length <= 0) break;
      const isLast = length === unsent.length;
      stream.unsent = isLast ? undefined : unsent.subarray(length);
      writeData(writer, stream, { body: unsent.subarray(0, length), length, isLast });
    }
    if (!stream.unsent) writer.blocked.delete(stream);
    if (writer.window <= 0) return;
  }
}

export function writeFrame({ buffer }: RequestWriter, frame: Buffer): void {
  buffer.reserve(frame.length);
  buffer.end += frame.copy(buffer.bytes, buffer.end);
  buffer.scheduleFlush();
}

/** Applies WINDOW_UPDATE: to one stream, or to the connection. */
export function increaseWindow(writer: RequestWriter, increment: number, stream?: SendingStream): void {
  const window = ((stream ?? writer).window += increment);
  if (window > maxWindow) throw new ProtocolError('A flow-control window exceeds its maximum');
  writeUnsent(writer);
}

/** Applies SETTINGS_INITIAL_WINDOW_SIZE, which also changes the windows of open streams (RFC 9113, section 6.9.2). */
export function setInitialWindow(writer: RequestWriter, size: number, open: Iterable<SendingStream>): void {
  if (size > maxWindow) throw new ProtocolError('A flow-control window exceeds its maximum');
  for (const stream of open) stream.window += size - writer.initialWindow;
  writer.initialWindow = size;
  writeUnsent(writer);
}
