import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { HttpError } from './errors';

type BodyLimits = { maxBytes: number; timeoutMs: number };

const idleTimeoutMs = 30_000;
/** A body that is slower than this on average after a minute is refused, because it occupies a connection. */
const minBytesPerSecond = 1_024;
const graceMs = 60_000;
const checkEveryMs = 1_000;

/**
 * Feeds a request's body to a parser within its limits: too large is 413, too slow is 408. The request stays open when
 * the parser is abandoned, so that it can still be answered.
 */
export async function feedParser(
  req: IncomingMessage,
  parser: Writable,
  { maxBytes, timeoutMs }: BodyLimits,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  let receivedAt = startedAt;
  let received = 0;
  const tooSlow = () => {
    const now = performance.now();
    const elapsedMs = now - startedAt;
    const isDripping = elapsedMs > graceMs && received < (elapsedMs / 1000) * minBytesPerSecond;
    return now - receivedAt > idleTimeoutMs || elapsedMs > timeoutMs || isDripping;
  };
  await new Promise<void>((resolve, reject) => {
    const timer = setInterval(() => tooSlow() && end(new HttpError(408)), checkEveryMs);
    const onData = (chunk: Buffer) => {
      received += chunk.length;
      receivedAt = performance.now();
      if (received > maxBytes) end(new HttpError(413));
    };
    const onAbort = () => end(signal.reason);
    // A complete body closes as well, before the parser has finished.
    const onClose = () => req.complete || end(new Error('The body ended early'));
    const end = (error?: unknown) => {
      clearInterval(timer);
      req.off('data', onData).off('close', onClose).off('error', end).unpipe(parser);
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) return resolve();
      parser.on('error', () => {}).destroy(error as Error);
      reject(error as Error);
    };
    req.on('data', onData).once('close', onClose).once('error', end);
    signal.addEventListener('abort', onAbort);
    parser.once('error', end).once('close', () => end());
    req.pipe(parser);
  });
}
