import { decode, verify, type VerifyOptions } from 'jsonwebtoken';
import { callerFrom, type Caller } from './caller';
import type { FindKey } from './keys';

export type VerifyToken = (token: string) => Promise<Caller | undefined>;
/** Who may issue tokens: a key and, where set, what its tokens must say of issuer and audience. */
export type TokenIssuer = { findKey: FindKey; issuer?: string; audience?: string };

const leewaySeconds = 30;
const cacheSize = 10_000;

/** Checks tokens against the given issuers. An accepted token is remembered until it expires. */
export function tokenVerifier(issuers: TokenIssuer[]): VerifyToken {
  const accepted = new Map<string, { caller: Caller; until: number }>();
  const remember = (token: string, caller: Caller, until: number) => {
    if (accepted.size >= cacheSize) accepted.delete(accepted.keys().next().value!);
    accepted.set(token, { caller, until });
  };
  return async (token) => {
    const known = accepted.get(token);
    if (known && known.until > Date.now()) return known.caller;
    accepted.delete(token);
    for (const tokenIssuer of issuers) {
      const claims = await check(token, tokenIssuer);
      const caller = callerFrom(claims);
      if (!claims || !caller) continue;
      remember(token, caller, (claims.exp + leewaySeconds) * 1000);
      return caller;
    }
    return undefined;
  };
}

async function check(token: string, { findKey, ...rules }: TokenIssuer): Promise<{ exp: number } | undefined> {
  const header = headerOf(token);
  if (!header) return undefined;
  const found = await findKey(header.kid);
  if (!found?.algorithms.includes(header.alg as never)) return undefined;
  const options: VerifyOptions = { ...rules, clockTolerance: leewaySeconds, algorithms: found.algorithms };
  try {
    const claims = verify(token, found.key, { ...options, complete: false });
    return typeof claims === 'object' && typeof claims.exp === 'number' ? { ...claims, exp: claims.exp } : undefined;
  } catch {
    return undefined;
  }
}

function headerOf(token: string): { alg?: string; kid?: string } | undefined {
  try {
    return decode(token, { complete: true })?.header;
  } catch {
    return undefined;
  }
}
