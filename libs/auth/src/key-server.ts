import type { KeyObject } from 'node:crypto';
import { fetchJson } from './fetch-json';
import { readKeySet } from './key-set';
import { KeysUnavailable, type FindKey, type VerifyingKey } from './keys';

export type KeyServer = { findKey: FindKey; close(): void };
export type KeyServerOptions = { onError?: (error: unknown) => void; refreshMs?: number };

const defaultRefreshMs = 5 * 60_000;
const maxRetryMs = 60_000;
/** Minimum time between a fetch and the next one that an unknown kid causes: callers choose the kid. */
const unknownKidMs = 60_000;
/** Bounds the trust in a withdrawn key while the key server is unreachable. */
const maxAgeMs = 24 * 3_600_000;
const algorithms = ['RS256', 'ES256'];

/**
 * The keys of a JWKS address, refreshed in the background from their first use on. A failed refresh keeps the keys for
 * up to 24 hours and is retried with backoff, independent of callers.
 */
export function keyServer(url: string, options: KeyServerOptions = {}): KeyServer {
  const { onError = () => {}, refreshMs = defaultRefreshMs } = options;
  const closing = new AbortController();
  let keys = new Map<string, VerifyingKey>();
  let fetchedAt = -Infinity;
  let failures = 0;
  let refreshing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const isFresh = () => performance.now() - fetchedAt < maxAgeMs;
  const replaceKeys = (fresh: Map<string, VerifyingKey>) => {
    for (const [kid, key] of fresh) {
      const before = keys.get(kid);
      // The same object as before, so that tokens it verified stay cached.
      if (before && isSameKey(before, key)) fresh.set(kid, before);
      else key.isTrusted = () => keys.get(kid) === key && isFresh();
    }
    keys = fresh;
  };
  const fetchKeys = async () => {
    clearTimeout(timer);
    try {
      replaceKeys(readKeySet(await fetchJson(url, closing.signal)));
      fetchedAt = performance.now();
      failures = 0;
    } catch (error) {
      failures++;
      if (!closing.signal.aborted) onError(error);
    }
    if (closing.signal.aborted) return;
    const delayMs = failures === 0 ? refreshMs : Math.min(1_000 * 2 ** (failures - 1), maxRetryMs, refreshMs);
    timer = setTimeout(() => void refresh(), delayMs).unref();
  };
  const refresh = () => (refreshing ??= fetchKeys().finally(() => (refreshing = undefined)));

  return {
    async findKey({ kid, alg = '' }) {
      if (!kid || !algorithms.includes(alg)) return undefined;
      if (keys.has(kid) && isFresh()) return keys.get(kid);
      const mayFetch = failures === 0 && performance.now() - fetchedAt >= unknownKidMs;
      if (refreshing || mayFetch) await refresh();
      if (failures > 0 || !isFresh()) throw new KeysUnavailable('The key server cannot be asked');
      return keys.get(kid);
    },
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

const isSameKey = (one: VerifyingKey, other: VerifyingKey) => (one.key as KeyObject).equals(other.key as KeyObject);
