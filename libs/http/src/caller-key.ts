import { createHash } from 'node:crypto';
import type { Caller } from '@herald/auth';

const keys = new WeakMap<Caller, string>();

/** One short key for a token's subject and companies: equal for all tokens that say the same of both. */
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
