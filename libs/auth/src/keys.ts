import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Algorithm } from 'jsonwebtoken';

/** A key and the only algorithms it may be used with: the token's header never chooses. */
export type VerifyingKey = { key: string | KeyObject; algorithms: Algorithm[] };
export type FindKey = (kid: string | undefined) => Promise<VerifyingKey | undefined>;

/** One shared secret. */
export function secretKey(secret: string): FindKey {
  return async () => ({ key: secret, algorithms: ['HS256'] });
}

/** One public key in PEM. */
export function publicKey(pem: string): FindKey {
  const found = verifyingKey(createPublicKey(pem));
  return async () => found;
}

const refetchAfter = 60_000;

/** The keys of a JWKS address: kept, and fetched again for an unknown kid, at most once a minute. */
export function jwksKeys(url: string, fetchJson: (url: string) => Promise<unknown> = fetchOrThrow): FindKey {
  let keys = new Map<string, VerifyingKey>();
  let fetchedAt = -Infinity;
  let underWay: Promise<void> | undefined;
  const refresh = async () => {
    fetchedAt = Date.now();
    keys = keysOf(
      await fetchJson(url).catch((cause: unknown) => Promise.reject(new KeysUnavailable('No keys', { cause }))),
    );
  };
  return async (kid) => {
    if (!kid) return undefined;
    if (!keys.has(kid) && (underWay || Date.now() - fetchedAt > refetchAfter)) {
      underWay ??= refresh().finally(() => (underWay = undefined));
      await underWay;
    }
    return keys.get(kid);
  };
}

function keysOf(document: unknown): Map<string, VerifyingKey> {
  const list = (document as { keys?: (JsonWebKey & { kid?: string; use?: string })[] }).keys ?? [];
  const usable = list.filter(({ kid, use, kty }) => kid && (use ?? 'sig') === 'sig' && (kty === 'RSA' || kty === 'EC'));
  return new Map(usable.map((jwk) => [jwk.kid!, verifyingKey(createPublicKey({ key: jwk, format: 'jwk' }))]));
}

function verifyingKey(key: KeyObject): VerifyingKey {
  return { key, algorithms: key.asymmetricKeyType === 'ec' ? ['ES256'] : ['RS256'] };
}

/** The key server cannot be asked: neither yes nor no to a token. */
export class KeysUnavailable extends Error {}

async function fetchOrThrow(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) throw new KeysUnavailable(`The key server answered ${answer.status}`);
  return answer.json();
}
