export type EvictingMapOptions<Value> = { maxEntries: number; maxIdleMs: number; onEvict: (value: Value) => void };

const maxSweepMs = 60_000;

/** A map that evicts entries that were not set for a while and, above its limit, the one that was set longest ago. */
export function evictingMap<Value>({ maxEntries, maxIdleMs, onEvict }: EvictingMapOptions<Value>) {
  const entries = new Map<string, { value: Value; usedAt: number }>();
  let sweeping: NodeJS.Timeout | undefined;
  const evict = (key: string) => {
    const { value } = entries.get(key)!;
    entries.delete(key);
    onEvict(value);
  };
  const evictIdle = () => {
    for (const [key, { usedAt }] of entries) if (performance.now() - usedAt >= maxIdleMs) evict(key);
    if (entries.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };
  return {
    get: (key: string): Value | undefined => entries.get(key)?.value,
    set(key: string, value: Value): void {
      entries.delete(key);
      entries.set(key, { value, usedAt: performance.now() });
      if (entries.size > maxEntries) evict(entries.keys().next().value!);
      sweeping ??= setInterval(evictIdle, Math.min(maxIdleMs, maxSweepMs)).unref();
    },
    delete: (key: string): void => void entries.delete(key),
    evictAll: (): void => [...entries.keys()].forEach(evict),
  };
}
