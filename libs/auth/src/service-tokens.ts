import type { IncomingHttpHeaders } from 'node:http';
import type { JwtPayload } from 'jsonwebtoken';
import { secretKey } from './keys';
import { signToken } from './sign-token';
import { leewaySeconds, type Arrival, type TokenIssuer } from './verify-token';

const issuer = 'herald';
const lifetimeSeconds = 300;
const renewBeforeSeconds = 60;
const maxLifetimeSeconds = 600;

/** Signs a service's tokens, one for each service that it calls, renewed a minute before expiry. */
export function serviceTokens(secret: string, from: string): (target: string) => string {
  const minted = new Map<string, { token: string; at: number }>();
  return (target) => {
    const now = Date.now();
    const known = minted.get(target);
    // Tokens expire by the wall clock: a token from before the clock was set is renewed, too.
    const age = known ? (now - known.at) / 1000 : Infinity;
    if (known && age >= 0 && age < lifetimeSeconds - renewBeforeSeconds) return known.token;
    const claims = { subject: `service:${from}`, companies: '*', scope: '*', issuer, audience: target } as const;
    const token = signToken(secret, { ...claims, seconds: lifetimeSeconds });
    minted.set(target, { token, at: now });
    return token;
  };
}

/** Accepts tokens of services: short-lived, for one target service, and not through a proxy. */
export function serviceTokenIssuer(secret: string): TokenIssuer {
  return {
    findKey: secretKey(secret),
    issuer,
    isOfServices: true,
    isAllowed: (claims, { service, headers }: Arrival) =>
      claims.aud === service && isOfService(claims) && isShortLived(claims) && !isForwarded(headers),
  };
}

const isOfService = ({ sub, core_id }: JwtPayload) => /^service:./.test(sub ?? '') && core_id === undefined;

function isShortLived({ iat, exp }: JwtPayload): boolean {
  if (typeof iat !== 'number' || typeof exp !== 'number') return false;
  return exp - iat <= maxLifetimeSeconds && iat <= Date.now() / 1000 + leewaySeconds;
}

const addedByProxies = new Set(['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']);

/** True for a request through a proxy: services call each other directly, so it comes from outside. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || addedByProxies.has(name));
}
