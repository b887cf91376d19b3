import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { unavailable } from './errors';
import { always } from './send';

/** A body whose length is unknown before it ends. */
export type StreamAnswer = { headers: Record<string, string>; pieces: AsyncGenerator<string> };

/** A caller that reads nothing for this long is disconnected. */
const stallMs = 60_000;

/** Waits for the first piece: a failure before it is answered with a status of its own. */
export async function startStream({ headers, pieces }: StreamAnswer, signal: AbortSignal): Promise<StreamAnswer> {
  const first = await pieces.next();
  if (signal.aborted) {
    await pieces.return(undefined);
    throw unavailable();
  }
  return { headers, pieces: first.done ? pieces : continued(first.value, pieces) };
}

async function* continued(first: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first;
    yield* pieces;
  } finally {
    // A caller that hangs up before the second piece ends the source, too.
    await pieces.return(undefined);
  }
}

/**
 * Writes pieces at the pace of their reader. A caller that hangs up ends their source; a source that fails breaks the
 * connection, so that a part never passes for the whole.
 */
export async function sendStream(
  res: Response,
  { headers, pieces }: StreamAnswer,
  onError: (error: unknown) => void,
): Promise<void> {
  if (res.destroyed || res.req.method === 'HEAD') await pieces.return(undefined);
  if (res.destroyed) return;
  res.writeHead(200, { ...always, ...headers });
  if (res.req.method === 'HEAD') return void res.end();
  res.setTimeout(stallMs, () => res.destroy());
  await pipeline(reporting(pieces, onError), res).catch(() => res.destroy());
}

/** Failures of the source; those of the connection are the caller's. */
async function* reporting(pieces: AsyncGenerator<string>, onError: (error: unknown) => void): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    onError(error);
    throw error;
  }
}
