import { LRUCache } from 'lru-cache';

export type CacheOptions = { ttlMs: number; maxEntries?: number };

/**
 * Caches what a lookup finds. Concurrent calls for one key share one lookup. A lookup that fails gives the stale value
 * where there is one; a lookup that finds nothing is not cached.
 */
export function cached<Key extends string, Value extends object | string | number | boolean>(
  lookUp: (key: Key) => Promise<Value | undefined>,
  { ttlMs, maxEntries = 10_000 }: CacheOptions,
): (key: Key) => Promise<Value | undefined> {
  const cache = new LRUCache<Key, Value>({
    max: maxEntries,
    ttl: ttlMs,
    async fetchMethod(key, stale, { options }) {
      try {
        return await lookUp(key);
      } catch (error) {
        if (stale === undefined) throw error;
        // The next call tries the lookup again.
        options.ttl = 1;
        return stale;
      }
    },
  });
  return (key) => cache.fetch(key);
}
