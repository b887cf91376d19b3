import { batcher } from './batcher';

/** One call of a batch: its input, and where its result goes. */
export type Call<Input, Output> = {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
};

export type BatchOptions = {
  /** A batch begins this long after the one before. */
  minIntervalMs?: number;
  /** The first call waits for the others of its turn of the event loop, such as those of one message. */
  isDeferred?: boolean;
};

/** For consumers, whose senders do not wait: what the messages of this time ask for shares commands. */
export const ofMessages: BatchOptions = { isDeferred: true, minIntervalMs: 50 };
/** Only what one message of the broker holds shares commands. */
export const ofOneMessage: BatchOptions = { isDeferred: true };

/**
 * Collects concurrent calls: the first runs at once, or after its turn of the event loop, and those that arrive
 * meanwhile, or within `minIntervalMs`, run together. `run` settles each call; what it throws rejects those that it has
 * not settled.
 */
export function inBatches<Input, Output>(
  run: (calls: Call<Input, Output>[]) => Promise<void>,
  { minIntervalMs, isDeferred = false }: BatchOptions = {},
): (input: Input) => Promise<Output> {
  let deferred: NodeJS.Immediate | undefined;
  const { add, flush } = batcher<Call<Input, Output>>({
    maxSize: Infinity,
    ...(isDeferred ? { maxDelayMs: 0 } : {}),
    minIntervalMs,
    run: (calls) =>
      run(calls).catch((error: unknown) => {
        for (const { reject } of calls) reject(error);
      }),
  });
  const flushDeferred = () => {
    deferred = undefined;
    flush();
  };
  return (input) =>
    new Promise((resolve, reject) => {
      void add({ input, resolve, reject });
      if (isDeferred) deferred ??= setImmediate(flushDeferred);
    });
}
