/** RFC 9113, section 6. */
export const frameType = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const flag = { ack: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const setting = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
} as const;

export const errorCode = { noError: 0, protocolError: 1, refusedStream: 7, cancel: 8 } as const;

export type Frame = { type: number; flags: number; stream: number; payload: Buffer };

export const frameHeaderBytes = 9;
/** The protocol's initial SETTINGS_MAX_FRAME_SIZE. We neither allow nor use larger frames. */
export const maxFrameBytes = 16_384;

export function writeFrameHeader(
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
  const bytes = Buffer.allocUnsafe(frameHeaderBytes + payload.length);
  writeFrameHeader(bytes, 0, { type, flags, stream, length: payload.length });
  payload.copy(bytes, frameHeaderBytes);
  return bytes;
}

/** A frame whose payload consists of 32-bit integers. */
export function integerFrame(type: number, stream: number, ...integers: number[]): Buffer {
  const payload = Buffer.allocUnsafe(integers.length * 4);
  for (const [index, integer] of integers.entries()) payload.writeUInt32BE(integer, index * 4);
  return frame(type, 0, stream, payload);
}

export function settingsFrame(settings: [id: number, value: number][]): Buffer {
  const payload = Buffer.allocUnsafe(settings.length * 6);
  for (const [index, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, index * 6);
    payload.writeUInt32BE(value, index * 6 + 2);
  }
  return frame(frameType.settings, 0, 0, payload);
}
