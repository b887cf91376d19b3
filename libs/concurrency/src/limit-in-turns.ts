import { limitWith } from './limit-concurrency';

/** A limit on work in flight. What exceeds it waits, and keys take turns: one with much work delays only itself. */
export function limitInTurns({ max }: { max: number }): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  /** The keys that wait, the next one first. */
  const waiting = new Map<string, (() => void)[]>();
  return limitWith({
    max,
    add(key, resume) {
      const queue = waiting.get(key);
      if (queue) queue.push(resume);
      else waiting.set(key, [resume]);
    },
    takeNext() {
      const [first] = waiting;
      if (!first) return undefined;
      const [key, queue] = first;
      const next = queue.shift();
      waiting.delete(key);
      if (queue.length > 0) waiting.set(key, queue);
      return next;
    },
  }).limit;
}
