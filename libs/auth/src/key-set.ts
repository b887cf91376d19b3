import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { verifyingKey, type VerifyingKey } from './keys';

const maxKeys = 100;

type Jwk = JsonWebKey & { kid?: unknown; use?: unknown; key_ops?: unknown; alg?: unknown };

/**
 * The usable keys of a JWKS document by kid; entries that are not usable are skipped, and the first of two with one kid
 * counts. Throws when the document holds no usable key at all.
 */
export function readKeySet(document: unknown): Map<string, VerifyingKey> {
  const list = (document as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(list)) throw new Error('The key server sent no key set');
  if (list.length > maxKeys) throw new Error(`The key set holds more than ${maxKeys} keys`);
  const keys = new Map<string, VerifyingKey>();
  for (const jwk of list as (Jwk | null)[]) {
    const key = jwk && readKey(jwk);
    if (key && !keys.has(jwk.kid as string)) keys.set(jwk.kid as string, key);
  }
  if (keys.size === 0) throw new Error('The key set holds no usable key');
  return keys;
}

function readKey({ kid, use = 'sig', key_ops = ['verify'], alg, ...jwk }: Jwk): VerifyingKey | undefined {
  if (typeof kid !== 'string' || kid === '' || use !== 'sig') return undefined;
  if (!Array.isArray(key_ops) || !key_ops.includes('verify')) return undefined;
  const key = importKey(jwk);
  const found = key && verifyingKey(key);
  return found && (alg === undefined || alg === found.algorithms[0]) ? found : undefined;
}

function importKey({ kty, n, e, crv, x, y }: JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }, format: 'jwk' });
  } catch {
    return undefined;
  }
}
