import { NotProcessed, Unanswered, type Http2Pool, type Http2Request, type Reply } from '@herald/http2-client';
import type { Outcome } from './provider';

/** Sends one request to a provider. Failures of the connection are outcomes too. */
export async function sendOnce(
  pool: Http2Pool,
  request: Http2Request,
  outcomeOf: (reply: Reply) => Outcome,
): Promise<Outcome> {
  try {
    return outcomeOf(await pool.request(request));
  } catch (error) {
    if (error instanceof Unanswered) return { kind: 'unknown', answer: error.message };
    if (error instanceof NotProcessed) return { kind: 'busy', answer: error.message };
    throw error;
  }
}

type ErrorReply = { answer: string; isGone: boolean; isDenied: boolean };

/** The outcome of a response other than 200. */
export function failureOf(reply: Reply, { answer, isGone, isDenied }: ErrorReply): Outcome {
  if (isGone) return { kind: 'gone', answer };
  if (isDenied) return { kind: 'denied', answer };
  if (reply.status === 429 || reply.status === 503) {
    const status = reply.status === 429 ? '429' : '503';
    return { kind: 'busy', answer, status, retryAfterSeconds: retryAfter(reply) };
  }
  return { kind: reply.status >= 500 ? 'broken' : 'refused', answer };
}

/** Retry-After in seconds. FCM and APNs do not use its date form. */
function retryAfter({ headers }: Reply): number | undefined {
  const seconds = Number(headers['retry-after'] ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 86_400) : undefined;
}

/** The parsed body; undefined when it is not JSON. */
export function jsonOf<T>({ body }: Reply): T | undefined {
  try {
    return JSON.parse(body) as T;
  } catch {
    return undefined;
  }
}
