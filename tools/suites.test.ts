import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dir = mkdtempSync(join(tmpdir(), 'suites-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs suites in a folder of their own: each is a name and what its test does. */
function run(suites: Record<string, string>) {
  const root = mkdtempSync(join(dir, 'root-'));
  writeFileSync(join(root, 'package.json'), '{"jest":{"testEnvironment":"node"}}');
  for (const [name, body] of Object.entries(suites))
    writeFileSync(join(root, `${name}.test.js`), `it('${name}', () => {${body}});`);
  const program = ['--import', require.resolve('tsx'), join(__dirname, 'suites.ts')];
  const { status, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' });
  return { status, stderr };
}
const failsOnce = `const fs = require('fs'); const name = __filename + '.ran';
  if (!fs.existsSync(name)) { fs.writeFileSync(name, ''); throw new Error('once'); }`;
const fails = 'throw new Error("always")';

it('names what failed once and passed alone', () => {
  const { status, stderr } = run({ steady: '', unsteady: failsOnce });
  expect(status).toBe(0);
  expect(stderr).toMatch(/Unsteady, failed once and passed alone:\n\S+\/unsteady\.test\.js\n {2}unsteady\n/);
});

it('names the slowest suites, the slowest first', () => {
  const wait = 'const end = Date.now() + 1500; while (Date.now() < end);';
  expect(run({ quick: '', slow: wait }).stderr).toMatch(
    /Slowest suites:\n +[2-9] s {2}slow\.test\.js\n +\d s {2}quick/,
  );
});

it('fails for what fails twice, beside what failed once', () => {
  const { status, stderr } = run({ unsteady: failsOnce, broken: fails });
  expect(status).toBe(1);
  expect(stderr).not.toContain('Unsteady');
});

it('fails at once when many fail, or when a suite cannot be run', () => {
  const many = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`once${n}`, failsOnce]));
  expect(run(many).status).toBe(1);
  expect(run({ unread: '}) (' }).status).toBe(1);
  expect(run({}).status).toBe(1);
});
