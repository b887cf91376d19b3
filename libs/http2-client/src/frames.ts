import { ProtocolError } from './errors';

/** RFC 9113, 6. */
export const frameType = {
  data: 0,
  headers: 1,
  priority: 2,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const flag = { acknowledged: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const setting = {
  headerTableSize: 1,
  enablePush: 2,
  mostStreams: 3,
  initialWindow: 4,
  largestFrame: 5,
} as const;

export const errorCode = { none: 0, protocol: 1, refusedStream: 7, cancel: 8 } as const;

export type Frame = { type: number; flags: number; stream: number; payload: Buffer };

export const frameHead = 9;
/** We never allow more, nor use more than what everybody allows. */
export const largestFrame = 16_384;

export function writeFrameHead(
  bytes: Buffer,
  at: number,
  { type, flags, stream, length }: { type: number; flags: number; stream: number; length: number },
): void {
  bytes.writeUIntBE(length, at, 3);
  bytes[at + 3] = type;
  bytes[at + 4] = flags;
  bytes.writeUInt32BE(stream, at + 5);
}

export function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(frameHead + payload.length);
  writeFrameHead(bytes, 0, { type, flags, stream, length: payload.length });
  payload.copy(bytes, frameHead);
  return bytes;
}

/** A frame whose payload is numbers of four bytes. */
export function frameOfNumbers(type: number, stream: number, ...numbers: number[]): Buffer {
  const payload = Buffer.allocUnsafe(numbers.length * 4);
  for (const [at, number] of numbers.entries()) payload.writeUInt32BE(number, at * 4);
  return frame(type, 0, stream, payload);
}

export function settingsFrame(settings: [id: number, value: number][]): Buffer {
  const payload = Buffer.allocUnsafe(settings.length * 6);
  for (const [at, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, at * 6);
    payload.writeUInt32BE(value, at * 6 + 2);
  }
  return frame(frameType.settings, 0, 0, payload);
}

/** Cuts what comes into frames; what is not whole yet waits for the rest. */
export function frameReader(onFrame: (frame: Frame) => void): (piece: Buffer) => void {
  let begun: Buffer | undefined;
  return (piece) => {
    const bytes = begun ? Buffer.concat([begun, piece]) : piece;
    let at = 0;
    while (bytes.length - at >= frameHead) {
      const length = bytes.readUIntBE(at, 3);
      if (length > largestFrame) throw new ProtocolError('A frame is larger than allowed');
      const end = at + frameHead + length;
      if (bytes.length < end) break;
      const stream = bytes.readUInt32BE(at + 5) & 0x7fffffff;
      onFrame({ type: bytes[at + 3]!, flags: bytes[at + 4]!, stream, payload: bytes.subarray(at + frameHead, end) });
      at = end;
    }
    begun = at < bytes.length ? bytes.subarray(at) : undefined;
  };
}

/** The payload of a frame of data or headers without what surrounds it. */
export function contentOf({ type, flags, payload }: Frame): Buffer {
  const padding = flags & flag.padded ? 1 : 0;
  const start = padding + (type === frameType.headers && flags & flag.priority ? 5 : 0);
  const end = payload.length - (padding ? payload[0]! : 0);
  if (payload.length < start || end < start) throw new ProtocolError('A frame is shorter than it says');
  return payload.subarray(start, end);
}
