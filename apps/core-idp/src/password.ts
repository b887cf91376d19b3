import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import Joi from 'joi';
import { limitConcurrency } from './limit-concurrency';

type Derive = (password: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer>;

/** Each hash takes a thread of the pool that files and DNS need as well. */
const maxHashes = 2;
const maxWaiting = 50;
const hashing = limitConcurrency({ max: maxHashes, maxWaiting });
const scryptHash = promisify(scrypt) as Derive;
const derive: Derive = (...args) => hashing(() => scryptHash(...args));
const hashLength = 32;
/** About a quarter of a second and 32 MB for each hash. */
const current = { N: 2 ** 15, r: 8, p: 3 };
/** Node refuses scrypt's own need for memory (128 * N * r) without some room above it. */
const maxmem = 2 ** 27;

/** A password as callers send it. */
export const newPassword = (): Joi.StringSchema => Joi.string().min(12).max(256);

/** One text with all it takes to check a password: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(comparable(password), salt, hashLength, { ...current, maxmem });
  const { N, r, p } = current;
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** True for the password that gave the hash, also when it was made with older parameters. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = stored.split('$');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem };
  const expected = Buffer.from(hash, 'base64');
  const given = await derive(comparable(password), Buffer.from(salt, 'base64'), expected.length, options);
  return timingSafeEqual(given, expected);
}

/** Keyboards write the same letters in different code points. */
function comparable(password: string): string {
  return password.normalize('NFKC');
}
