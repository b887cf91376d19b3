export type InTurn = ReturnType<typeof turns>;

/** Lets so many work at once under each name; who comes later waits his turn. */
export function turns(atOnce: number) {
  const working = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  const begin = (name: string): Promise<void> | undefined => {
    const count = working.get(name) ?? 0;
    if (count < atOnce) return void working.set(name, count + 1);
    return new Promise((resolve) => {
      const line = waiting.get(name);
      if (line) line.push(resolve);
      else waiting.set(name, [resolve]);
    });
  };
  const end = (name: string): void => {
    const line = waiting.get(name);
    const next = line?.shift();
    if (line?.length === 0) waiting.delete(name);
    // Whoever is next takes the place over.
    if (next) return next();
    const count = working.get(name)! - 1;
    if (count === 0) working.delete(name);
    else working.set(name, count);
  };
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await begin(name);
    try {
      return await work();
    } finally {
      end(name);
    }
  };
}
