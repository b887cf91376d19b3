import type { Readable } from 'node:stream';

const emptyBody = Buffer.alloc(0);
const maxBytes = 1_048_576;

/** Reads a request's body. A stream above 1 MB is destroyed. */
export function readBody(stream: Readable, onBody: (body: Buffer) => void): void {
  let body: Buffer = emptyBody;
  stream.on('data', (chunk: Buffer) => {
    body = body.length === 0 ? chunk : Buffer.concat([body, chunk]);
    if (body.length > maxBytes) stream.destroy();
  });
  stream.on('end', () => onBody(body));
}
