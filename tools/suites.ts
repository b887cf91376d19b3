/**
 * Runs jest with the arguments, and what failed once more, alone: a change that breaks something breaks it both times,
 * while a test that asks for more than a busy machine gives is named as unsteady, to be mended.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** More than these are no chance. */
const repeatedAtMost = 5;
/** One more than the cores of the smallest machine: many suites wait for what they test. */
const workers = '3';
const jest = join(__dirname, '../node_modules/jest/bin/jest.js');

type Suite = { name: string; status: string; assertionResults: { status: string; fullName: string }[] };
type Run = { status: number; failed: Suite[] };

export function runSuites(args: string[], env = process.env, cwd = process.cwd()): number {
  const first = runOnce(['--maxWorkers', workers, ...args], env, cwd);
  const { failed } = first;
  if (first.status === 0 || failed.length === 0 || failed.length > repeatedAtMost) return first.status;
  console.error(`\nOnce more, alone: ${failed.map((suite) => suite.name).join(' ')}`);
  const again = runOnce(['--runInBand', '--runTestsByPath', ...failed.map((suite) => suite.name)], env, cwd);
  if (again.status === 0) console.error(`\nUnsteady, failed once and passed alone:\n${failed.map(namesOf).join('\n')}`);
  return again.status;
}

function runOnce(args: string[], env: NodeJS.ProcessEnv, cwd: string): Run {
  const dir = mkdtempSync(join(tmpdir(), 'herald-suites-'));
  const outcome = join(dir, 'outcome.json');
  const all = [jest, '--json', '--outputFile', outcome, ...args];
  const { status } = spawnSync(process.execPath, all, { env, cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const suites: Suite[] = existsSync(outcome) ? JSON.parse(readFileSync(outcome, 'utf8')).testResults : [];
  rmSync(dir, { recursive: true, force: true });
  return { status: status ?? 1, failed: suites.filter((suite) => suite.status === 'failed') };
}

const namesOf = ({ name, assertionResults }: Suite): string =>
  [name, ...assertionResults.filter((test) => test.status === 'failed').map((test) => `  ${test.fullName}`)].join('\n');

if (require.main === module) process.exit(runSuites(process.argv.slice(2)));
