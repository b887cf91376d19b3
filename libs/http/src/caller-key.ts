import { createHash } from 'node:crypto';
import type { Caller } from '@herald/auth';

const once = (keyOf: (caller: Caller) => string) => {
  const keys = new WeakMap<Caller, string>();
  return (caller: Caller): string => {
    const key = keys.get(caller) ?? digest(keyOf(caller));
    keys.set(caller, key);
    return key;
  };
};
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
const heldBy = ({ companies }: Caller) => (companies === '*' ? companies : [...companies].sort());

/**
 * A short key of a token's subject and companies: equal for all tokens with the same subject and companies, but not for
 * a service and a caller whose subject is that of a service.
 */
export const callerKey = once((caller) => {
  const { subject, coreId, isService } = caller;
  return JSON.stringify([subject, heldBy(caller), coreId ?? null, ...(isService ? ['service'] : [])]);
});

/** A short key of a token's companies: equal for all their operators and devices, another one for our services. */
export const tenantKey = once((caller) => JSON.stringify([heldBy(caller), ...(caller.isService ? ['service'] : [])]));
