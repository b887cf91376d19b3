import { createHash } from 'node:crypto';
import type { Caller } from '@herald/auth';

const keys = new WeakMap<Caller, string>();

/**
 * A short key of a token's subject and companies: equal for all tokens with the same subject and companies, but not for
 * a service and a caller whose subject is that of a service.
 */
export function callerKey(caller: Caller): string {
  const known = keys.get(caller);
  if (known) return known;
  const { subject, companies, coreId, isService } = caller;
  const held = companies === '*' ? companies : [...companies].sort();
  const key = createHash('sha256')
    .update(JSON.stringify([subject, held, coreId ?? null, ...(isService ? ['service'] : [])]))
    .digest('base64url');
  keys.set(caller, key);
  return key;
}
