import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from '@herald/concurrency';
import { string } from '@herald/contracts';
import { unavailable } from '@herald/http';

type Derive = (password: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer>;

/** Each hash occupies a thread of the pool that files and DNS need as well. */
const limitHashing = limitConcurrency({
  max: 2,
  maxQueued: 50,
  onFull: () => unavailable({ errors: 'Too many requests of this kind, try later' }),
});
const scryptHash = promisify(scrypt) as Derive;
const derive: Derive = (...args) => limitHashing(() => scryptHash(...args));
const hashLength = 32;
/** About a quarter of a second and 32 MB for each hash. */
const current = { N: 2 ** 15, r: 8, p: 3 };
/** Node requires some memory above scrypt's own need (128 * N * r). */
const maxmem = 2 ** 27;

/** A password as callers send it. */
export const newPassword = () => string().min(12).max(256);

/** One text that holds what verifies a password: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(normalized(password), salt, hashLength, { ...current, maxmem });
  const { N, r, p } = current;
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Keyboards produce the same letters as different code points. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
