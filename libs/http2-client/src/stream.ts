import { ProtocolError, Unanswered } from './errors';
import type { StreamFrameHandler } from './frame-reader';
import { errorCode, frameType, integerFrame } from './frames';
import type { Headers } from './hpack-decoder';
import type { RequestHeader } from './hpack-encoder';
import { writeFrame, writeRequest, type RequestWriter, type SendingStream } from './request-writer';

export type Reply = { status: number; headers: Headers; body: string };
/** A POST. Its headers begin with `:path`. */
export type Http2Request = { headers: readonly RequestHeader[]; body: string };
export type ReplyHandler = { resolve(reply: Reply): void; reject(error: Error): void };

/** One request and what has arrived of its response. */
export type Stream = SendingStream & {
  handler: ReplyHandler;
  deadline: number;
  /** 0 until the final response headers arrive. */
  status: number;
  headers: Headers;
  chunks: Buffer[];
  length: number;
};

/** The streams of one connection. */
export type Streams = {
  writer: RequestWriter;
  /** In the order of their deadlines, since all requests have the same timeout. */
  open: Map<number, Stream>;
  /** The server's SETTINGS_MAX_CONCURRENT_STREAMS; 0 until its first SETTINGS frame arrives. */
  maxConcurrent: number;
  nextId: number;
  /** The connection takes no more requests; open streams complete. */
  isClosing: boolean;
  consecutiveTimeouts: number;
  /** Called when a stream ends or capacity changes. */
  onChange(): void;
  /** Called when the server takes no more requests. */
  onGoAway(): void;
};

const maxStreamId = 2 ** 31 - 1;
/** After this many timeouts in a row without any response the connection counts as dead. */
const maxConsecutiveTimeouts = 3;
const maxBodyBytes = 65_536;

export const capacityOf = ({ isClosing, maxConcurrent, open }: Streams): number =>
  isClosing ? 0 : maxConcurrent - open.size;

export function openStream(
  streams: Streams,
  { headers, body }: Http2Request,
  timeoutMs: number,
  handler: ReplyHandler,
): void {
  const id = streams.nextId;
  const sending = writeRequest(streams.writer, id, headers, body);
  streams.nextId += 2;
  if (streams.nextId > maxStreamId) streams.isClosing = true;
  const noResponse = { status: 0, headers: {}, chunks: [], length: 0 };
  const stream = Object.assign(sending, { handler, deadline: performance.now() + timeoutMs, ...noResponse });
  streams.open.set(id, stream);
}

export function failStream(streams: Streams, stream: Stream, error: Error): void {
  streams.open.delete(stream.id);
  streams.writer.blocked.delete(stream);
  stream.handler.reject(error);
  streams.onChange();
}

function cancelStream(streams: Streams, stream: Stream, reason: string): void {
  writeFrame(streams.writer, integerFrame(frameType.rstStream, stream.id, errorCode.cancel));
  failStream(streams, stream, new Unanswered(reason));
}

/** Cancels the streams whose deadline has passed. */
export function cancelExpired(streams: Streams, timeoutMs: number): void {
  const now = performance.now();
  for (const stream of streams.open.values()) {
    if (stream.deadline > now) return;
    if (++streams.consecutiveTimeouts >= maxConsecutiveTimeouts) streams.isClosing = true;
    cancelStream(streams, stream, `No answer within ${timeoutMs / 1000} s`);
  }
}

/** Assembles responses. Frames of streams that are no longer open are ignored. */
export function responseHandler(streams: Streams): StreamFrameHandler {
  const complete = (stream: Stream) => {
    const { status, headers, chunks, handler } = stream;
    if (status === 0) throw new ProtocolError('A response has no headers');
    streams.open.delete(stream.id);
    // The response came before the whole body was sent; the server does not want the rest.
    if (stream.unsent) writeFrame(streams.writer, integerFrame(frameType.rstStream, stream.id, errorCode.noError));
    streams.writer.blocked.delete(stream);
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    handler.resolve({ status, headers, body: body.toString() });
    streams.onChange();
  };
  return {
    onHeaders(id, headers, isEnd) {
      if (id % 2 === 0 || id >= streams.nextId) throw new ProtocolError('A response has no request');
      const stream = streams.open.get(id);
      streams.consecutiveTimeouts = 0;
      if (!stream) return;
      const status = Number(headers[':status']);
      // Interim responses (1xx) precede the final one, trailers follow it; both are ignored.
      if (stream.status === 0 && status >= 200) Object.assign(stream, { status, headers });
      if (isEnd) complete(stream);
    },
    onData(id, data, isEnd) {
      const stream = streams.open.get(id);
      if (!stream) return;
      stream.length += data.length;
      if (stream.length > maxBodyBytes) return cancelStream(streams, stream, 'The answer is too long');
      if (data.length > 0) stream.chunks.push(data);
      if (isEnd) complete(stream);
    },
  };
}
