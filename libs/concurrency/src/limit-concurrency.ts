/** Runs work within a limit. */
export type Limit = <T>(run: () => Promise<T>) => Promise<T>;

type LimitOptions = {
  /** Maximum in flight. */
  max: number;
  /** Maximum waiting; beyond it the work is refused with `onFull`'s error. */
  maxQueued?: number;
  onFull?: () => Error;
};

type Queue = {
  max: number;
  /** Keeps work that waits, or throws. */
  add(key: string, resume: () => void): void;
  takeNext(): (() => void) | undefined;
};

/** A limit on work in flight; what exceeds it waits until the queue gives it back. */
export function limitWith({ max, add, takeNext }: Queue) {
  let inFlight = 0;
  const limit = async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    // The work that ends hands its place over, so it is counted already.
    if (inFlight >= max) await new Promise<void>((resolve) => add(key, resolve));
    else inFlight++;
    try {
      return await run();
    } finally {
      const next = takeNext();
      if (next) next();
      else inFlight--;
    }
  };
  return { limit, isIdle: () => inFlight === 0 };
}

/** A limit on work in flight; what exceeds it waits in the order of arrival. */
export function limitConcurrency({ max, maxQueued = Infinity, onFull }: LimitOptions): Limit & { isIdle(): boolean } {
  const queue: (() => void)[] = [];
  const { limit, isIdle } = limitWith({
    max,
    add(_, resume) {
      if (queue.length >= maxQueued) throw onFull?.() ?? new Error('The queue is full');
      queue.push(resume);
    },
    takeNext: () => queue.shift(),
  });
  return Object.assign(<T>(run: () => Promise<T>) => limit('', run), { isIdle });
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
