import { ProtocolError } from './errors';
import { flag, frameHead, frameType, largestFrame, writeFrameHead } from './frames';
import { headerWriter, roomFor, type HeaderWriter, type RequestHeader } from './header-writer';
import { outboxTo, type Outbox } from './outbox';

/** A request's way out: how much the other side takes of it now, and what of its body has to wait. */
export type OutgoingStream = { id: number; window: number; unsent?: Buffer };

/** What goes out over one connection. */
export type Outgoing = {
  box: Outbox;
  headers: HeaderWriter;
  /** The headers that each request begins with. */
  always: readonly RequestHeader[];
  /** So much the other side takes now, and so much of each new stream. */
  window: number;
  streamWindow: number;
  /** Those with something unsent. */
  waiting: Set<OutgoingStream>;
};

const firstWindow = 65_535;
const largestWindow = 2 ** 31 - 1;

export function outgoing(always: readonly RequestHeader[], send: (bytes: Buffer) => void): Outgoing {
  const windows = { window: firstWindow, streamWindow: firstWindow };
  return { box: outboxTo(send), headers: headerWriter(), always, ...windows, waiting: new Set() };
}

/** Writes a request, as much of it as the other side takes now. */
export function writeRequest(
  out: Outgoing,
  id: number,
  headers: readonly RequestHeader[],
  body: string,
): OutgoingStream {
  const { box, always } = out;
  const room = roomFor(always) + roomFor(headers);
  if (room > largestFrame) throw new RangeError('The headers of a request are too long');
  box.makeRoom(frameHead + room);
  const start = box.end;
  box.end += frameHead;
  out.headers.write(always, box);
  out.headers.write(headers, box);
  const flags = flag.endHeaders | (body === '' ? flag.endStream : 0);
  writeFrameHead(box.bytes, start, { type: frameType.headers, flags, stream: id, length: box.end - start - frameHead });
  const stream: OutgoingStream = { id, window: out.streamWindow };
  if (body !== '') writeBody(out, stream, body);
  box.touched();
  return stream;
}

function writeBody(out: Outgoing, stream: OutgoingStream, body: string): void {
  const length = Buffer.byteLength(body);
  if (length <= mostOf(out, stream)) return writeData(out, stream, { body, length, isLast: true });
  stream.unsent = Buffer.from(body);
  out.waiting.add(stream);
  writeUnsent(out);
}

const mostOf = (out: Outgoing, stream: OutgoingStream): number => Math.min(out.window, stream.window, largestFrame);

type Data = { body: string | Buffer; length: number; isLast: boolean };

function writeData(out: Outgoing, stream: OutgoingStream, { body, length, isLast }: Data): void {
  const { box } = out;
  box.makeRoom(frameHead + length);
  const flags = isLast ? flag.endStream : 0;
  writeFrameHead(box.bytes, box.end, { type: frameType.data, flags, stream: stream.id, length });
  if (typeof body === 'string') box.bytes.write(body, box.end + frameHead);
  else body.copy(box.bytes, box.end + frameHead);
  box.end += frameHead + length;
  out.window -= length;
  stream.window -= length;
  box.touched();
}

/** Writes what it may of those that wait. */
function writeUnsent(out: Outgoing): void {
  for (const stream of out.waiting) {
    while (stream.unsent) {
      const { unsent } = stream;
      const length = Math.min(unsent.length, mostOf(out, stream));
      if (length <= 0) break;
      const isLast = length === unsent.length;
      stream.unsent = isLast ? undefined : unsent.subarray(length);
      writeData(out, stream, { body: unsent.subarray(0, length), length, isLast });
    }
    if (!stream.unsent) out.waiting.delete(stream);
    if (out.window <= 0) return;
  }
}

export function writeFrame({ box }: Outgoing, frame: Buffer): void {
  box.makeRoom(frame.length);
  box.end += frame.copy(box.bytes, box.end);
  box.touched();
}

/** The other side takes more: of one stream, or of all together. */
export function growWindow(out: Outgoing, by: number, stream?: OutgoingStream): void {
  const grown = ((stream ?? out).window += by);
  if (grown > largestWindow) throw new ProtocolError('A window is larger than it may be');
  writeUnsent(out);
}

/** The other side takes so much of each stream from its beginning; that holds for those under way too. */
export function resizeWindows(out: Outgoing, size: number, underWay: Iterable<OutgoingStream>): void {
  if (size > largestWindow) throw new ProtocolError('A window is larger than it may be');
  for (const stream of underWay) stream.window += size - out.streamWindow;
  out.streamWindow = size;
  writeUnsent(out);
}
