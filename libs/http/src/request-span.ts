import type { IncomingMessage } from 'node:http';
import { isForwarded } from '@herald/auth';
import { fail, startTrace } from '@herald/tracing';
import type { AppContext } from './context';
import type { Route } from './route';

/**
 * Runs the requests of a route in spans: by the route's pattern, because a path and a query contain ids of persons. A
 * request through a proxy comes from outside.
 */
export function requestSpans({ method, path }: Pick<Route<never>, 'method' | 'path'>, { tracing }: AppContext<never>) {
  const attributes = { 'http.request.method': method, 'http.route': path };
  return <T extends { status: number }>(req: IncomingMessage, answer: () => Promise<T>): Promise<T> => {
    const isOutside = tracing && isForwarded(req.headers);
    const options = { name: `${method} ${path}`, kind: 'server', attributes, headers: req.headers, isOutside } as const;
    return startTrace(tracing, options, async (span) => {
      const outcome = await answer();
      span.setAttribute('http.response.status_code', outcome.status);
      if (outcome.status >= 500) fail(span, String(outcome.status));
      return outcome;
    });
  };
}
