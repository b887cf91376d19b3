import { NotProcessed, ProtocolError, Unanswered } from './errors';
import { errorCode, flag, frame, frameType, setting, type Frame } from './frames';
import { increaseWindow, setInitialWindow, writeFrame } from './request-writer';
import { failStream, type Streams } from './stream';

/** Our own limit of concurrent streams on a connection: beyond it requests only wait for each other. */
const maxConcurrentStreams = 500;

/** Handles the frames that control the connection and its streams. */
export function handleConnectionFrame(streams: Streams, { type, flags, stream, payload }: Frame): void {
  switch (type) {
    case frameType.settings:
      if (!(flags & flag.ack)) onSettings(streams, payload);
      return;
    case frameType.ping:
      if (!(flags & flag.ack)) writeFrame(streams.writer, frame(frameType.ping, flag.ack, 0, payload));
      return;
    case frameType.goAway:
      return onGoAway(streams, readInteger(payload));
    case frameType.rstStream:
      return onRstStream(streams, stream, readInteger(payload));
    case frameType.windowUpdate:
      return onWindowUpdate(streams, stream, readInteger(payload));
    case frameType.pushPromise:
      throw new ProtocolError('PUSH_PROMISE although server push is disabled');
  }
  // Frames of unknown types must be ignored (RFC 9113, section 4.1).
}

function readInteger(payload: Buffer): number {
  if (payload.length < 4) throw new ProtocolError('A frame is shorter than its type requires');
  return payload.readUInt32BE(0) & 0x7fffffff;
}

function onSettings(streams: Streams, payload: Buffer): void {
  if (payload.length % 6 !== 0) throw new ProtocolError('A SETTINGS frame is truncated');
  // No SETTINGS_MAX_CONCURRENT_STREAMS means unlimited; we cap it.
  if (streams.maxConcurrent === 0) streams.maxConcurrent = maxConcurrentStreams;
  for (let at = 0; at < payload.length; at += 6) {
    const value = payload.readUInt32BE(at + 2);
    const id = payload.readUInt16BE(at);
    if (id === setting.headerTableSize) streams.writer.headers.resize(value);
    if (id === setting.initialWindowSize) setInitialWindow(streams.writer, value, streams.open.values());
    if (id === setting.maxConcurrentStreams) streams.maxConcurrent = Math.min(value, maxConcurrentStreams);
  }
  writeFrame(streams.writer, frame(frameType.settings, flag.ack, 0, Buffer.alloc(0)));
  streams.onChange();
}

/** The server takes no more requests. It did not process streams above `lastStream`: they can be sent again at once. */
function onGoAway(streams: Streams, lastStream: number): void {
  // A graceful shutdown sends a second frame.
  if (!streams.isClosing) streams.onGoAway();
  streams.isClosing = true;
  for (const stream of [...streams.open.values()])
    if (stream.id > lastStream) failStream(streams, stream, new NotProcessed('The connection took no more'));
  streams.onChange();
}

function onRstStream(streams: Streams, id: number, code: number): void {
  const stream = streams.open.get(id);
  if (!stream) return;
  const isRefused = code === errorCode.refusedStream;
  const error = isRefused ? new NotProcessed('The connection took no more') : new Unanswered('The request was cut off');
  failStream(streams, stream, error);
}

function onWindowUpdate(streams: Streams, id: number, increment: number): void {
  if (increment === 0) throw new ProtocolError('WINDOW_UPDATE with an increment of 0');
  if (id === 0) return increaseWindow(streams.writer, increment);
  const stream = streams.open.get(id);
  if (stream) increaseWindow(streams.writer, increment, stream);
}
