/** Runs work of a key within a limit. */
export type LimitInTurns = <T>(key: string, run: () => Promise<T>) => Promise<T>;

/** A limit on work in flight. What exceeds it waits, and keys take turns: one with much work delays only itself. */
export function limitInTurns({ max }: { max: number }): LimitInTurns {
  let inFlight = 0;
  /** The keys that wait, the next one first. */
  const waiting = new Map<string, (() => void)[]>();
  const wait = (key: string) =>
    new Promise<void>((resolve) => {
      const queue = waiting.get(key);
      if (queue) queue.push(resolve);
      else waiting.set(key, [resolve]);
    });
  const takeNext = () => {
    const [first] = waiting;
    if (!first) return undefined;
    const [key, queue] = first;
    const next = queue.shift();
    waiting.delete(key);
    if (queue.length > 0) waiting.set(key, queue);
    return next;
  };
  return async (key, run) => {
    // The work that ends hands its place over, so it is counted already.
    if (inFlight >= max) await wait(key);
    else inFlight++;
    try {
      return await run();
    } finally {
      const next = takeNext();
      if (next) next();
      else inFlight--;
    }
  };
}
