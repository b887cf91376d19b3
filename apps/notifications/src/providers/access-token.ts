import { DeadlineExceeded, withDeadline } from '@herald/concurrency';

export type AccessToken = { access_token: string; expires_in: number };

const defaultTimeoutMs = 10_000;
const renewBeforeMs = 300_000;
const unusableBeforeMs = 30_000;
const retryAfterMs = 5_000;

/**
 * Caches an access token and renews it five minutes before it expires. Concurrent callers share one request. A request
 * without a response in time fails for all of them, and the next call sends another one.
 */
export function accessTokens(
  fetchToken: () => Promise<AccessToken>,
  timeoutMs = defaultTimeoutMs,
): () => Promise<string> {
  let cached: { token: string; expiresAt: number } | undefined;
  let pending: Promise<string> | undefined;
  let requestedAt = -Infinity;
  const fetchAndCache = async () => {
    const began = performance.now();
    requestedAt = began;
    const { access_token: token, expires_in } = await fetchToken();
    // Also after the timeout: later callers can use the token.
    cached = { token, expiresAt: began + expires_in * 1000 };
    return token;
  };
  const request = () => {
    pending ??= withDeadline(timeoutMs, 'Fetching an access token', fetchAndCache())
      .catch((error: unknown) => {
        throw error instanceof DeadlineExceeded ? new Error(`No access token within ${timeoutMs / 1000} s`) : error;
      })
      .finally(() => (pending = undefined));
    return pending;
  };
  return async () => {
    const leftMs = cached ? cached.expiresAt - performance.now() : 0;
    if (!cached || leftMs <= unusableBeforeMs) return request();
    if (leftMs <= renewBeforeMs && performance.now() - requestedAt >= retryAfterMs) request().catch(() => {});
    return cached.token;
  };
}
