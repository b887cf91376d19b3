import { unavailable } from '@herald/http';

export type LimitOptions = { max: number; maxWaiting: number };

/** Runs at most `max` pieces of work at once, in the order they came; refuses with 503 beyond `maxWaiting`. */
export function limitConcurrency({ max, maxWaiting }: LimitOptions) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) {
      if (waiting.length >= maxWaiting) throw unavailable({ errors: 'Too many requests of this kind, try later' });
      // The slot is handed over by the one that ends, so it is counted already.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
