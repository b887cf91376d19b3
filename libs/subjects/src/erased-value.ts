import { createHmac } from 'node:crypto';

const prefix = 'erased:';

/** Replaces values by a keyed hash: equal values stay equal, and a guess cannot be tested without the key. */
export const valueHasher =
  (secret: string) =>
  (value: string): string =>
    isErasedValue(value) ? value : prefix + createHmac('sha256', secret).update(value).digest('base64url').slice(0, 32);

/** True for what stands where a value was erased. */
export const isErasedValue = (value: string): boolean => value.startsWith(prefix);
