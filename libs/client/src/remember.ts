export type RememberOptions = { seconds: number; size?: number };

/**
 * Caches what a lookup found, for some seconds; while the lookup fails, a stale answer is used. What was not found is looked up
 * again by the next caller: it may be there by then. Callers that ask the same at the same time share one lookup.
 */
export function remember<Key extends string, Value>(
  lookUp: (key: Key) => Promise<Value | undefined>,
  { seconds, size = 10_000 }: RememberOptions,
): (key: Key) => Promise<Value | undefined> {
  const known = new Map<Key, { value: Value; freshUntil: number }>();
  const underWay = new Map<Key, Promise<Value | undefined>>();

  const refresh = async (key: Key): Promise<Value | undefined> => {
    const stale = known.get(key);
    try {
      const value = await lookUp(key);
      known.delete(key);
      if (value === undefined) return undefined;
      if (known.size >= size) known.delete(known.keys().next().value!);
      known.set(key, { value, freshUntil: performance.now() + seconds * 1000 });
      return value;
    } catch (error) {
      if (stale) return stale.value;
      throw error;
    }
  };
  return async (key) => {
    const kept = known.get(key);
    if (kept && kept.freshUntil > performance.now()) return kept.value;
    const pending = underWay.get(key) ?? refresh(key).finally(() => underWay.delete(key));
    underWay.set(key, pending);
    return pending;
  };
}
