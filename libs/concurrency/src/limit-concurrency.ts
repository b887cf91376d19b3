/** Runs work within a limit. */
export type Limit = <T>(run: () => Promise<T>) => Promise<T>;

type LimitOptions = {
  /** Maximum in flight. */
  max: number;
  /** Maximum waiting; beyond it the work is refused with `onFull`'s error. */
  maxQueued?: number;
  onFull?: () => Error;
};

/** A limit on work in flight; what exceeds it waits in the order of arrival. */
export function limitConcurrency({ max, maxQueued = Infinity, onFull }: LimitOptions): Limit & { isIdle(): boolean } {
  let inFlight = 0;
  const queue: (() => void)[] = [];
  const limit = async <T>(run: () => Promise<T>): Promise<T> => {
    if (inFlight >= max) {
      if (queue.length >= maxQueued) throw onFull?.() ?? new Error('The queue is full');
      // The work that ends hands its place over, so it is counted already.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else inFlight++;
    try {
      return await run();
    } finally {
      const next = queue.shift();
      if (next) next();
      else inFlight--;
    }
  };
  return Object.assign(limit, { isIdle: () => inFlight === 0 });
}

/** A limit on work in flight for each key; keys do not wait for each other. */
export function limitPerKey(max: number): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, ReturnType<typeof limitConcurrency>>();
  return async (key, run) => {
    const limit = limits.get(key) ?? limitConcurrency({ max });
    limits.set(key, limit);
    try {
      return await limit(run);
    } finally {
      if (limit.isIdle()) limits.delete(key);
    }
  };
}
