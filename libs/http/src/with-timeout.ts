import type { Response } from 'express';
import { unavailable } from './errors';

/** Runs work with a signal that aborts when the caller disconnects or after the timeout, which is a 503. */
export async function withTimeout<T>(
  seconds: number,
  res: Response,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const onClose = () => stop.abort();
  res.once('close', onClose);
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unavailable({ errors: 'The request took too long' }));
      stop.abort();
    }, seconds * 1000);
  });
  try {
    return await Promise.race([work(stop.signal), timeIsOver]);
  } finally {
    clearTimeout(timer);
    res.off('close', onClose);
  }
}
