import type { Response } from 'express';
import { unavailable } from './errors';

/** Gives work a signal that fires when the caller hangs up or the time is over; the latter is a 503. */
export async function withinTime<T>(
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
