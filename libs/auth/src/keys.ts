import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Algorithm } from 'jsonwebtoken';

/** A key and the only algorithms it may be used with: the token's header never chooses. */
export type VerifyingKey = {
  key: string | KeyObject;
  algorithms: Algorithm[];
  /** False once the key is withdrawn: tokens that it verified become invalid, too. */
  isTrusted?: () => boolean;
};
export type TokenHeader = { kid?: string; alg?: string };
export type FindKey = (header: TokenHeader) => Promise<VerifyingKey | undefined>;

/** The keys cannot be fetched: the validity of a token is unknown. */
export class KeysUnavailable extends Error {}

/** One shared secret. */
export function secretKey(secret: string): FindKey {
  return async () => ({ key: secret, algorithms: ['HS256'] });
}

/** One public key in PEM. Throws for keys that must not verify tokens. */
export function publicKey(pem: string): FindKey {
  const found = verifyingKey(createPublicKey(pem));
  if (!found) throw new Error('Neither an RSA key of 2048 to 8192 bits nor a P-256 key');
  return async () => found;
}

/** A public key with its algorithm; undefined for kinds and sizes that are not accepted. */
export function verifyingKey(key: KeyObject): VerifyingKey | undefined {
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details = {} } = key;
  if (kind === 'ec') return details.namedCurve === 'prime256v1' ? { key, algorithms: ['ES256'] } : undefined;
  const { modulusLength = 0, publicExponent = 0n } = details;
  // An exponent of 1 would make every signature forgeable.
  const isStrong = kind === 'rsa' && modulusLength >= 2048 && modulusLength <= 8192 && publicExponent >= 3n;
  return isStrong ? { key, algorithms: ['RS256'] } : undefined;
}
