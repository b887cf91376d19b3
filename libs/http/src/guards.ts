import type { Caller } from '@herald/auth';
import { integer, object, string } from '@herald/contracts';
import { forbidden, tooManyRequests, type HttpError } from './errors';
import { digest, type RequestMemory } from './request-memory';
import type { CheckedInput, Problem, Release, Route } from './route';

/** A check that few routes need. All hooks are optional; each runs at its own stage of a request. */
export type Guard<Deps = never> = {
  /** Authenticates a request without a token; undefined leaves it to the token. */
  authenticate?(sent: CheckedInput, deps: Deps): Caller | undefined;
  /** Acquires what receiving the body needs, or throws. The result releases it. */
  beforeBody?(caller: Caller, deps: Deps): Release;
  /** Replaces the 422 of a request that does not match its schemas. */
  onInvalid?(problems: Problem[]): HttpError | undefined;
  /** Checks a valid request, or throws. */
  check?(input: CheckedInput, context: { caller: Caller; memory: RequestMemory }): Promise<void>;
  /** Acquires what handling the request needs, or throws. The result releases it. */
  beforeHandle?(input: CheckedInput, deps: Deps): Release;
  /** Replaces an error before it is answered. */
  onError?(error: HttpError): HttpError;
  /** Statuses that the route's documentation lists because of this guard. */
  errors?: Record<number, string>;
};

/** The caller of a request that a signed link authenticates: it holds no company and no scope. */
export const linkCaller: Caller = { subject: 'link', companies: [], scopes: new Set() };

export const signedLinkQuery = () => object({ until: integer(), signature: string().max(100) });

/** Opens a route to links that we signed, without a token. A token without a link does not open it. */
export const signedLink = <Deps>(isLink: (sent: CheckedInput, deps: Deps) => boolean): Guard<Deps> => ({
  authenticate: (sent, deps) => (isLink(sent, deps) ? linkCaller : undefined),
  beforeHandle(input, deps) {
    if (!isLink(input, deps)) throw forbidden();
    return () => {};
  },
  errors: { 403: 'The link is missing, invalid or expired' },
});

/** True for a route that a signed link opens without a token. */
export const isOpenToLinks = ({ guards }: Pick<Route<never>, 'guards'>): boolean =>
  guards.some(({ authenticate }) => authenticate !== undefined);

/** Replaces the 422 of some problems by the documented answer. */
export const whenInvalid = (toError: (problems: Problem[]) => HttpError | undefined): Guard => ({ onInvalid: toError });

type RateLimit = {
  name: string;
  max: number;
  windowSeconds: number;
  /** Requests with equal keys share the limit. */
  keyOf(input: CheckedInput, caller: Caller): string;
};

/** Refuses with 429 what exceeds `max` requests in `windowSeconds`, counted by all processes together. */
export const rateLimit = ({ name, max, windowSeconds, keyOf }: RateLimit): Guard => ({
  errors: { 429: 'Too many requests' },
  async check(input, { caller, memory }) {
    const secondsLeft = await memory.take(`${name}:${digest(keyOf(input, caller))}`, { max, windowSeconds });
    if (secondsLeft > 0) throw tooManyRequests(secondsLeft);
  },
});
