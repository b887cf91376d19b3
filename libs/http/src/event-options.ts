import type { Response } from 'express';
import { authenticateRequest } from './authorize';
import type { AppContext } from './context';
import type { EventOptions } from './events';
import type { RequestInFlight } from './request-in-flight';
import type { Route } from './route';

/** How long a stream of events lasts: until its token expires, its caller hangs up, or the process stops. */
export function eventOptions(
  { req, res }: Pick<RequestInFlight, 'req' | 'res'>,
  route: Route<never>,
  context: AppContext<never>,
): EventOptions {
  const isAllowed = () =>
    authenticateRequest(req, route, context).then(
      () => true,
      () => false,
    );
  return { signal: endOfStream(res, context.stopping), isAllowed };
}

/** Aborts when the caller hangs up or the process stops. */
function endOfStream(res: Response, stopping?: AbortSignal): AbortSignal {
  const end = new AbortController();
  const abort = () => end.abort();
  stopping?.addEventListener('abort', abort, { once: true });
  res.once('close', () => {
    stopping?.removeEventListener('abort', abort);
    abort();
  });
  if (res.closed || stopping?.aborted) abort();
  return end.signal;
}
