import type { Readable } from 'node:stream';

const nothing = Buffer.alloc(0);
const mostBytes = 1_048_576;

/** Calls back with all that a client sends; one that sends far too much gets nothing but its end. */
export function readBody(stream: Readable, done: (body: Buffer) => void): void {
  let body: Buffer = nothing;
  stream.on('data', (chunk: Buffer) => {
    body = body.length === 0 ? chunk : Buffer.concat([body, chunk]);
    if (body.length > mostBytes) stream.destroy();
  });
  stream.on('end', () => done(body));
}
