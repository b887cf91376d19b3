/**
 * Processes a list in order with a concurrency limit; returns how many items were started. After a failure or an abort
 * no further item is started, and those in flight complete before it returns or throws: another process may take the
 * work over then, and both must not work at the same time.
 */
export async function mapConcurrently<Item>(
  list: Item[],
  concurrency: number,
  signal: AbortSignal,
  process: (item: Item) => Promise<void>,
): Promise<number> {
  let started = 0;
  const failures: unknown[] = [];
  const worker = async () => {
    while (started < list.length && failures.length === 0 && !signal.aborted)
      await process(list[started++]!).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, list.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return started;
}
