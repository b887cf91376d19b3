import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf } from './config';

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

it('takes a key as it is, on one line as in .env, and from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-key-'));
  const path = join(folder, 'key.p8');
  writeFileSync(path, pem);
  expect([pem, pem.replaceAll('\n', '\\n'), path].map(contentOf)).toEqual([pem, pem, pem]);
  rmSync(folder, { recursive: true });
});

it('takes the JSON of an account as it is', () => {
  const account = JSON.stringify({ project_id: 'one', private_key: pem });
  expect(contentOf(account)).toBe(account);
});
