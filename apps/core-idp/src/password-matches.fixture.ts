import { scryptSync } from 'node:crypto';

/** True if the stored text holds the hash of the password. */
export function passwordMatches(password: string, stored: string): boolean {
  const [, N, r, p, salt = '', hash = ''] = stored.split('$');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: 2 ** 27 };
  const expected = Buffer.from(hash, 'base64');
  const actual = scryptSync(password.normalize('NFKC'), Buffer.from(salt, 'base64'), expected.length, options);
  return actual.equals(expected);
}
