import { NotProcessed, Unanswered, type Http2Pool, type Http2Request, type Reply } from '@herald/http2-client';
import type { Outcome } from './provider';

/** One request to a provider; what stands in its way is an outcome too. */
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

type Reading = { answer: string; isGone: boolean; isDenied: boolean };

/** A reply other than 200 as an outcome. */
export function failureOf(reply: Reply, { answer, isGone, isDenied }: Reading): Outcome {
  if (isGone) return { kind: 'gone', answer };
  if (isDenied) return { kind: 'denied', answer };
  if (reply.status === 429 || reply.status === 503)
    return { kind: 'busy', answer, retryAfterSeconds: retryAfter(reply) };
  return { kind: reply.status >= 500 ? 'broken' : 'refused', answer };
}

/** Seconds that a provider asks to wait; dates are not understood by those we know. */
function retryAfter({ headers }: Reply): number | undefined {
  const seconds = Number(headers['retry-after'] ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 86_400) : undefined;
}

/** The JSON of a reply; undefined where it is none. */
export function jsonOf<T>({ body }: Reply): T | undefined {
  try {
    return JSON.parse(body) as T;
  } catch {
    return undefined;
  }
}
