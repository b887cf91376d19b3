export type RememberOptions = { seconds: number; size?: number };

/**
 * Remembers what a lookup found, for some seconds; while the lookup fails, an older answer serves on. What was not
 * found is asked again each time: it may be there by now.
 */
export function remember<Key extends string, Value>(
  lookUp: (key: Key) => Promise<Value | undefined>,
  { seconds, size = 10_000 }: RememberOptions,
): (key: Key) => Promise<Value | undefined> {
  const known = new Map<Key, { value: Value; freshUntil: number }>();
  return async (key) => {
    const kept = known.get(key);
    if (kept && kept.freshUntil > Date.now()) return kept.value;
    try {
      const value = await lookUp(key);
      known.delete(key);
      if (value === undefined) return undefined;
      if (known.size >= size) known.delete(known.keys().next().value!);
      known.set(key, { value, freshUntil: Date.now() + seconds * 1000 });
      return value;
    } catch (error) {
      if (kept) return kept.value;
      throw error;
    }
  };
}
