import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'herald-env-'));
const path = join(folder, '.env');
const run = () => execFileSync(process.execPath, [join(__dirname, 'make-env.mjs'), folder], { encoding: 'utf8' });
const settings = () =>
  Object.fromEntries([...readFileSync(path, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map((m) => [m[1], m[2]]));
const example = readFileSync(join(__dirname, '../../.env.example'), 'utf8');
const names = [...example.matchAll(/^(\w+)=/gm)].map((match) => match[1]!);
const ours = names.filter((name) => /_PASSWORD$|^SERVICE_JWT_SECRET$|^CREDENTIALS_SECRET$/.test(name));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('makes a secret of its own for each that is ours to choose, for its owner alone', () => {
  expect(run()).toMatch(/fill in SMTP_URL, and one of AUTH_JWKS_URL, /);
  const written = settings();
  expect(Object.keys(written)).toEqual(names);
  expect(ours.length).toBe(16);
  for (const name of ours) expect([name, written[name]]).toEqual([name, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(new Set(ours.map((name) => written[name])).size).toBe(ours.length);
  expect([written.AUTH_JWT_SECRET, written.S3_SECRET_ACCESS_KEY, written.SERVICE_JWT_SECRET_PREVIOUS]).toEqual([
    '',
    '',
    '',
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('changes nothing that is set, and adds what is missing', () => {
  writeFileSync(path, 'MONGO_PASSWORD=of-old\n# mine\nSMTP_URL=smtps://mail.example.com\nRABBITMQ_PASSWORD=\n');
  run();
  const first = readFileSync(path, 'utf8');
  expect(first.startsWith('MONGO_PASSWORD=of-old\n# mine\nSMTP_URL=smtps://mail.example.com\nRABBITMQ_PASSWORD=')).toBe(
    true,
  );
  expect(Object.keys(settings()).sort()).toEqual([...names].sort());
  for (const name of ours) expect([name, settings()[name]]).toEqual([name, expect.stringMatching(/./)]);
  appendFileSync(path, 'EXTRA=1\n');
  run();
  expect(readFileSync(path, 'utf8')).toBe(`${first}EXTRA=1\n`);
});
