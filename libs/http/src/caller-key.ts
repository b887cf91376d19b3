import { createHash } from 'node:crypto';
import type { Caller } from '@herald/auth';

const keys = new WeakMap<Caller, string>();

/** A short key of a token's subject and companies: equal for all tokens with the same subject and companies. */
export function callerKey(caller: Caller): string {
  const known = keys.get(caller);
  if (known) return known;
  const { subject, companies, coreId } = caller;
  const held = companies === '*' ? companies : [...companies].sort();
  const key = createHash('sha256')
    .update(JSON.stringify([subject, held, coreId ?? null]))
    .digest('base64url');
  keys.set(caller, key);
  return key;
}
