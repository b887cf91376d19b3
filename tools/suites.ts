/**
 * Runs jest with the arguments, and what failed once more, alone: a change that breaks something breaks it both times,
 * while a test that asks for more than a busy machine gives is named as unsteady, to be mended.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** More than these are no chance. */
const repeatedAtMost = 5;
const slowestNamed = 12;
/** One more than the cores of the smallest machine: many suites wait for what they test. */
const workers = '3';
const jest = join(__dirname, '../node_modules/jest/bin/jest.js');

type Suite = {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string }[];
};
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
  printSlowest(suites, cwd);
  return { status: status ?? 1, failed: suites.filter((suite) => suite.status === 'failed') };
}

/** Where the time of a run goes. */
function printSlowest(suites: Suite[], cwd: string): void {
  const secondsOf = ({ startTime, endTime }: Suite) => Math.round((endTime - startTime) / 1000);
  const slowest = suites.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, slowestNamed);
  const lines = slowest.map((suite) => `${String(secondsOf(suite)).padStart(5)} s  ${relative(cwd, suite.name)}`);
  console.error(`\nSlowest suites:\n${lines.join('\n')}`);
}

const namesOf = ({ name, assertionResults }: Suite): string =>
  [name, ...assertionResults.filter((test) => test.status === 'failed').map((test) => `  ${test.fullName}`)].join('\n');

if (require.main === module) process.exit(runSuites(process.argv.slice(2)));
