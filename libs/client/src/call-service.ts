import { setTimeout as sleep } from 'node:timers/promises';
import { currentRequestId, traceHeaders, withSpan } from '@herald/tracing';
import { DependencyDown, circuitBreaker } from './breaker';

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  query?: Record<string, string>;
  body?: unknown;
  safe?: boolean;
  /** Timeout of each try; for calls that take longer than others. */
  timeoutMs?: number;
  /** A connection of its own: a balancer of connections shares many large calls of one process among several. */
  isLarge?: boolean;
};
export type Reply = { status: number; body: unknown };
export type CallService = (path: string, options?: CallOptions) => Promise<Reply>;
/** `baseUrl` is a function, because a service of the same process has its address only once it listens. */
export type ServiceTarget = { name: string; baseUrl: () => string; token: () => string; timeoutMs?: number };

const waits = [50, 250];

/**
 * Calls another service. Safe calls are tried up to three times. Statuses below 500 are results; anything else throws
 * DependencyDown.
 */
export function serviceCaller({ name, baseUrl, token, timeoutMs: usual = 3_000 }: ServiceTarget): CallService {
  const guarded = circuitBreaker(name);
  return async (path, options = {}) => {
    const { method = 'GET', query = {}, body, safe = method === 'GET', timeoutMs = usual, isLarge } = options;
    const address = `${baseUrl()}${path}?${new URLSearchParams(query).toString()}`;
    const once = () =>
      guarded(async () => {
        const answer = await fetch(address, {
          method,
          headers: { ...headersOf(token(), body), ...(isLarge ? { connection: 'close' } : {}) },
          body: body === undefined ? undefined : JSON.stringify(body),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await answer.text();
        if (answer.status >= 500) throw new DependencyDown(`${name} answered ${answer.status}`);
        return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
      });
    const tryTimes = async () => {
      for (const wait of safe ? waits : []) {
        const reply = await once().catch(() => undefined);
        if (reply) return reply;
        await sleep(wait * (0.5 + Math.random()));
      }
      return once().catch((cause: unknown) => {
        throw cause instanceof DependencyDown ? cause : new DependencyDown(`${name} does not answer`, { cause });
      });
    };
    // The span of the other service names the route: paths contain ids of persons.
    const attributes = { 'http.request.method': method, 'peer.service': name };
    return withSpan({ name: `${method} ${name}`, kind: 'client', attributes }, async (span) => {
      const reply = await tryTimes();
      span.setAttribute('http.response.status_code', reply.status);
      return reply;
    });
  };
}

function headersOf(token: string, body: unknown): Record<string, string> {
  const requestId = currentRequestId();
  return {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(requestId ? { 'x-request-id': requestId } : {}),
    ...traceHeaders(),
  };
}
