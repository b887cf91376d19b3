import { createPrivateKey } from 'node:crypto';
import { sign } from 'jsonwebtoken';

export type ApnsKey = { key: string; key_id: string; team_id: string };

/** Apple rejects a token after an hour, and a new one more often than every 20 minutes. */
const maxAgeMs = 45 * 60_000;
/** When the clock is set back by more than this, the token lies in the future, and Apple rejects it. */
const minAgeMs = -60_000;

/** The PEM of an APNs key. Throws when it is not a P-256 key. */
export function checkApnsKey({ key }: ApnsKey): string {
  const privateKey = createPrivateKey(key);
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The provider token of an APNs key, cached for most of an hour. Throws when the key is invalid. */
export function providerTokens(apnsKey: ApnsKey, now = () => Date.now()): () => string {
  const { key_id: keyid, team_id: issuer } = apnsKey;
  const privateKey = createPrivateKey(checkApnsKey(apnsKey));
  let cached: { token: string; signedAt: number } | undefined;
  return () => {
    const ageMs = cached ? now() - cached.signedAt : Infinity;
    if (!cached || ageMs > maxAgeMs || ageMs < minAgeMs)
      cached = { token: sign({}, privateKey, { algorithm: 'ES256', keyid, issuer }), signedAt: now() };
    return cached.token;
  };
}
