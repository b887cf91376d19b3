import { batcher } from './batcher';

/** One call of a batch: its input, and where its result goes. */
export type Call<Input, Output> = {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
};

/**
 * Collects concurrent calls: the first runs at once, and those that arrive meanwhile, or within `minIntervalMs`, run
 * together. `run` settles each call; what it throws rejects those that it has not settled.
 */
export function inBatches<Input, Output>(
  run: (calls: Call<Input, Output>[]) => Promise<void>,
  { minIntervalMs }: { minIntervalMs?: number } = {},
): (input: Input) => Promise<Output> {
  const { add } = batcher<Call<Input, Output>>({
    maxSize: Infinity,
    maxDelayMs: 0,
    minIntervalMs,
    run: (calls) =>
      run(calls).catch((error: unknown) => {
        for (const { reject } of calls) reject(error);
      }),
  });
  return (input) =>
    new Promise((resolve, reject) => {
      void add({ input, resolve, reject }, { flushNow: true });
    });
}
