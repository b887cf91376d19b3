import type { IncomingHttpHeaders } from 'node:http';
import { decode, verify, type JwtPayload } from 'jsonwebtoken';
import { acceptedTokens, type Accepted } from './accepted-tokens';
import { callerFrom, type Caller } from './caller';
import { callersSubject } from './callers-subject';
import { KeysUnavailable, type FindKey, type TokenHeader } from './keys';

/** The request of a token: its target service and headers. */
export type Arrival = { service: string; headers: IncomingHttpHeaders };
/** The caller of a token; undefined for an invalid token. Throws KeysUnavailable when validity is unknown. */
export type VerifyToken = (token: string, arrival: Arrival) => Promise<Caller | undefined>;

export type TokenIssuer = {
  findKey: FindKey;
  /** Required claims, where set. */
  issuer?: string;
  audience?: string;
  /** A check beyond signature, expiry, issuer and audience, run at every use of a token. */
  isAllowed?: (claims: JwtPayload, arrival: Arrival) => boolean;
  /** Its key is that of our own services. */
  isOfServices?: true;
};

export const leewaySeconds = 30;

/** Verifies tokens of the given issuers. Accepted tokens are cached for some minutes, at most until they expire. */
export function tokenVerifier(issuers: TokenIssuer[]): VerifyToken {
  const accepted = acceptedTokens();
  return async (token, arrival) => {
    let found = accepted.find(token);
    if (!found) {
      found = await acceptedBy(issuers, token);
      if (!found) return undefined;
      accepted.add(token, found);
    }
    const { claims, caller, issuer } = found;
    return (issuer.isAllowed?.(claims, arrival) ?? true) ? caller : undefined;
  };
}

/** An issuer without available keys must not hide another issuer that accepts the token. */
async function acceptedBy(issuers: TokenIssuer[], token: string): Promise<Accepted | undefined> {
  const header = readHeader(token);
  if (!header) return undefined;
  let unavailable: KeysUnavailable | undefined;
  for (const issuer of issuers) {
    try {
      const found = await check(token, header, issuer);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof KeysUnavailable)) throw error;
      unavailable = error;
    }
  }
  if (unavailable) throw unavailable;
  return undefined;
}

async function check(token: string, header: TokenHeader, issuer: TokenIssuer): Promise<Accepted | undefined> {
  const key = await issuer.findKey(header);
  if (!key?.algorithms.includes(header.alg as never)) return undefined;
  const { issuer: iss, audience } = issuer;
  const claims = verifiedClaims(() =>
    verify(token, key.key, {
      algorithms: key.algorithms,
      clockTolerance: leewaySeconds,
      ...(iss === undefined ? {} : { issuer: iss }),
      ...(audience === undefined ? {} : { audience }),
    }),
  );
  const caller = callerFrom(claims);
  if (typeof claims?.exp !== 'number' || !caller) return undefined;
  return {
    caller: issuer.isOfServices
      ? { ...caller, isService: true }
      : { ...caller, subject: callersSubject(caller.subject) },
    key,
    issuer,
    claims: issuer.isAllowed ? claims : {},
    expiresAt: (claims.exp + leewaySeconds) * 1000,
  };
}

function verifiedClaims(verifyNow: () => JwtPayload | string): JwtPayload | undefined {
  try {
    const claims = verifyNow();
    return typeof claims === 'object' ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for malformed tokens, and for `crit`: it names mandatory extensions, and none is supported. */
function readHeader(token: string): TokenHeader | undefined {
  try {
    const { header } = decode(token, { complete: true }) ?? {};
    if (!header || 'crit' in header) return undefined;
    const { kid, alg } = header as { kid?: unknown; alg?: unknown };
    return { ...(typeof kid === 'string' ? { kid } : {}), ...(typeof alg === 'string' ? { alg } : {}) };
  } catch {
    return undefined;
  }
}
