import { setTimeout as sleep } from 'node:timers/promises';

export type AccessToken = { access_token: string; expires_in: number };

const defaultTimeoutMs = 10_000;
const renewBeforeMs = 300_000;
const unusableBeforeMs = 30_000;
const retryAfterMs = 5_000;

/**
 * Keeps an access token for as long as it lasts and renews it five minutes before. All callers share one request; one that
 * is not answered in time fails for them, and the next call asks again.
 */
export function accessTokens(
  fetchToken: () => Promise<AccessToken>,
  timeoutMs = defaultTimeoutMs,
): () => Promise<string> {
  let kept: { token: string; expiresAt: number } | undefined;
  let asking: Promise<string> | undefined;
  let askedAt = -Infinity;
  const fetchAndKeep = async () => {
    const began = performance.now();
    askedAt = began;
    const { access_token: token, expires_in } = await fetchToken();
    // Also when it came too late for those who waited.
    kept = { token, expiresAt: began + expires_in * 1000 };
    return token;
  };
  const ask = () => {
    asking ??= withTimeout(fetchAndKeep(), timeoutMs).finally(() => (asking = undefined));
    return asking;
  };
  return async () => {
    const leftMs = kept ? kept.expiresAt - performance.now() : 0;
    if (!kept || leftMs <= unusableBeforeMs) return ask();
    if (leftMs <= renewBeforeMs && performance.now() - askedAt >= retryAfterMs) ask().catch(() => {});
    return kept.token;
  };
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const done = new AbortController();
  const tooLate = sleep(timeoutMs, undefined, { signal: done.signal }).then(() => {
    throw new Error(`No access token within ${timeoutMs / 1000} s`);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    tooLate.catch(() => {});
    done.abort();
  }
}
