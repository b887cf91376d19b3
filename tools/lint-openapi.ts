/**
 * Lints an OpenAPI document, read from standard input, with two public linters. Every error and warning fails. Nothing
 * is sent or loaded from other hosts.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const root = resolve(__dirname, '..');
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Resolves with what the linter printed, or with nothing if it found no problem. */
function lint(program: string, args: string[], isClean: (printed: string) => boolean): Promise<string> {
  const file = join(root, 'node_modules/.bin', program);
  return new Promise((done) => {
    execFile(file, args, { env: { ...process.env, ...offline }, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      done(!error && isClean(stdout) ? '' : `${program}:\n${stdout || stderr}`),
    );
  });
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-openapi-'));
  const document = join(folder, 'openapi.json');
  const ruleset = join(folder, 'spectral.json');
  writeFileSync(document, await text(process.stdin));
  writeFileSync(ruleset, '{ "extends": ["spectral:oas"] }');
  const problems = await Promise.all([
    // It exits with 0 if there are warnings alone.
    lint('redocly', ['lint', document, '--extends', 'recommended', '--format', 'json'], (printed) =>
      /"problems":\s*\[\s*\]/.test(printed),
    ),
    lint('spectral', ['lint', document, '--ruleset', ruleset, '--fail-severity', 'hint'], () => true),
  ]);
  rmSync(folder, { recursive: true });
  const report = problems.filter(Boolean).join('\n');
  if (report) console.error(report);
  process.exitCode = report ? 1 : 0;
}

void main();
