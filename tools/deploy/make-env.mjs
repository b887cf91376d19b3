/**
 * Writes .env from .env.example with a random value for each secret that is ours to choose: `node tools/deploy/make-env.mjs
 * [folder]`. Of a .env that exists it changes nothing and adds what is missing. Needs nothing but Node.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const path = join(process.argv[2] ?? root, '.env');
const setting = /^(\w+)=(.*)$/;
const isOurs = (name) => /_PASSWORD$/.test(name) || ['SERVICE_JWT_SECRET', 'CREDENTIALS_SECRET'].includes(name);

const example = readFileSync(join(root, '.env.example'), 'utf8');
const existing = existsSync(path) ? readFileSync(path, 'utf8') : '';
const valueIn = (text, name) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const filled = (line) => {
  const [, name, value] = setting.exec(line) ?? [];
  return name && isOurs(name) && value === '' ? `${name}=${randomBytes(32).toString('hex')}` : line;
};
const isMissing = (line) => setting.test(line) && valueIn(existing, setting.exec(line)[1]) === undefined;
const lines = example.split('\n');
const added = existing ? lines.filter(isMissing).map(filled) : lines.map(filled);
// An empty line of a secret of ours counts as missing: it is filled in where it stands.
const kept = existing ? existing.split('\n').map(filled) : [];
const text = [...kept, ...added].join('\n').replace(/\n*$/, '\n');

writeFileSync(path, text, { mode: 0o600 });
chmodSync(path, 0o600);
const empty = ['SMTP_URL'].filter((name) => !valueIn(text, name));
const hasIssuer = ['AUTH_JWKS_URL', 'AUTH_PUBLIC_KEY', 'AUTH_JWT_SECRET'].some((name) => valueIn(text, name));
if (!hasIssuer) empty.push('one of AUTH_JWKS_URL, AUTH_PUBLIC_KEY and AUTH_JWT_SECRET');
console.log(`${path} is written${empty.length > 0 ? `; fill in ${empty.join(', and ')}` : ''}`);
