import { ProtocolError } from './errors';
import { contentOf, flag, frameType, type Frame } from './frames';
import { headerReader, type Headers } from './header-reader';

export type Incoming = {
  onHeaders(stream: number, headers: Headers, isEnd: boolean): void;
  onData(stream: number, content: Buffer, isEnd: boolean): void;
};

/** Of one block, over all its frames. */
const longestBlock = 65_536;

/** Takes headers and data from frames; gives false for a frame that is about something else. */
export function incoming({ onHeaders, onData }: Incoming): (frame: Frame) => boolean {
  const read = headerReader();
  let begun: { stream: number; isEnd: boolean; pieces: Buffer[]; length: number } | undefined;

  const addToBlock = (piece: Buffer, isLast: boolean) => {
    const { stream, isEnd, pieces } = begun!;
    pieces.push(piece);
    if ((begun!.length += piece.length) > longestBlock) throw new ProtocolError('An answer has too many headers');
    if (!isLast) return;
    begun = undefined;
    onHeaders(stream, read(pieces.length === 1 ? piece : Buffer.concat(pieces)), isEnd);
  };
  return (frame) => {
    const { type, flags, stream } = frame;
    // Headers may be spread over several frames, with nothing between them.
    const goesOn = type === frameType.continuation && stream === begun?.stream;
    if (begun ? !goesOn : type === frameType.continuation) throw new ProtocolError('Headers are torn apart');
    const isEnd = (flags & flag.endStream) !== 0;
    const isLast = (flags & flag.endHeaders) !== 0;
    if (goesOn) addToBlock(frame.payload, isLast);
    else if (type === frameType.headers) {
      begun = { stream, isEnd, pieces: [], length: 0 };
      addToBlock(contentOf(frame), isLast);
    } else if (type === frameType.data) onData(stream, contentOf(frame), isEnd);
    else return false;
    return true;
  };
}
