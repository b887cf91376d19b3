import { ProtocolError } from './errors';
import { flag, frameHeaderBytes, frameType, maxFrameBytes, type Frame } from './frames';
import { hpackDecoder, type Headers } from './hpack-decoder';

/** Splits received bytes into frames; an incomplete frame waits for the rest of its bytes. */
export function frameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let incomplete: Buffer | undefined;
  return (chunk) => {
    const bytes = incomplete ? Buffer.concat([incomplete, chunk]) : chunk;
    let at = 0;
    while (bytes.length - at >= frameHeaderBytes) {
      const length = bytes.readUIntBE(at, 3);
      if (length > maxFrameBytes) throw new ProtocolError('A frame exceeds the maximum frame size');
      const end = at + frameHeaderBytes + length;
      if (bytes.length < end) break;
      const stream = bytes.readUInt32BE(at + 5) & 0x7fffffff;
      const payload = bytes.subarray(at + frameHeaderBytes, end);
      onFrame({ type: bytes[at + 3]!, flags: bytes[at + 4]!, stream, payload });
      at = end;
    }
    incomplete = at < bytes.length ? bytes.subarray(at) : undefined;
  };
}

export type StreamFrameHandler = {
  onHeaders(stream: number, headers: Headers, isEnd: boolean): void;
  onData(stream: number, data: Buffer, isEnd: boolean): void;
};

/** Maximum size of one header block, over its HEADERS and all CONTINUATION frames. */
const maxHeaderBlockBytes = 65_536;

/** Handles HEADERS, CONTINUATION and DATA frames; returns false for a frame of another type. */
export function streamFrameReader({ onHeaders, onData }: StreamFrameHandler): (frame: Frame) => boolean {
  const decode = hpackDecoder();
  let block: { stream: number; isEnd: boolean; fragments: Buffer[]; length: number } | undefined;

  const addFragment = (fragment: Buffer, isLast: boolean) => {
    const { stream, isEnd, fragments } = block!;
    fragments.push(fragment);
    if ((block!.length += fragment.length) > maxHeaderBlockBytes)
      throw new ProtocolError('A response has too many headers');
    if (!isLast) return;
    block = undefined;
    onHeaders(stream, decode(fragments.length === 1 ? fragment : Buffer.concat(fragments)), isEnd);
  };
  return (frame) => {
    const { type, flags, stream } = frame;
    // A header block may span several frames, and no other frame may come between them.
    const isContinuation = type === frameType.continuation && stream === block?.stream;
    if (block ? !isContinuation : type === frameType.continuation)
      throw new ProtocolError('A header block is interrupted');
    const isEnd = (flags & flag.endStream) !== 0;
    const isLast = (flags & flag.endHeaders) !== 0;
    if (isContinuation) addFragment(frame.payload, isLast);
    else if (type === frameType.headers) {
      block = { stream, isEnd, fragments: [], length: 0 };
      addFragment(contentOf(frame), isLast);
    } else if (type === frameType.data) onData(stream, contentOf(frame), isEnd);
    else return false;
    return true;
  };
}

/** The payload of a DATA or HEADERS frame without padding and priority fields. */
function contentOf({ type, flags, payload }: Frame): Buffer {
  const padLengthBytes = flags & flag.padded ? 1 : 0;
  const start = padLengthBytes + (type === frameType.headers && flags & flag.priority ? 5 : 0);
  const end = payload.length - (padLengthBytes ? payload[0]! : 0);
  if (payload.length < start || end < start) throw new ProtocolError('A frame is shorter than its padding');
  return payload.subarray(start, end);
}
