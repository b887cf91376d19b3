import { createPrivateKey } from 'node:crypto';
import { sign } from 'jsonwebtoken';

export type ApnsKey = { key: string; key_id: string; team_id: string };

/** Apple refuses a token after an hour, and a new one more often than every 20 minutes. */
const maxAgeMs = 45 * 60_000;
/** A clock that is set back by more makes the token one of the future, which Apple refuses. */
const minAgeMs = -60_000;

/** The provider token of an APNs key: the same one for most of an hour. Throws when the key is none. */
export function providerTokens({ key, key_id: keyid, team_id: issuer }: ApnsKey, now = () => Date.now()): () => string {
  const privateKey = createPrivateKey(key);
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key');
  let kept: { token: string; madeAt: number } | undefined;
  return () => {
    const ageMs = kept ? now() - kept.madeAt : Infinity;
    if (!kept || ageMs > maxAgeMs || ageMs < minAgeMs)
      kept = { token: sign({}, privateKey, { algorithm: 'ES256', keyid, issuer }), madeAt: now() };
    return kept.token;
  };
}
