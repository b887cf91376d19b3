/**
 * Runs every benchmark briefly, one after the other, and prints all figures as one table in Markdown.
 * `npm run bench [-- --only audit,single] > figures.md`. MONGO_URL and AMQP_URL as in bench:fanout.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Table } from './figures';

const { values } = parseArgs({ options: { only: { type: 'string' } } });

/** Each benchmark with arguments for some minutes in all. */
const brief: Record<string, string[]> = {
  start: ['--runs', '1'],
  http: ['--rounds', '2', '--seconds', '2', '--requests', '5000'],
  search: [],
  audit: ['--records', '20000'],
  chronos: [],
  console: ['--devices', '2000', '--log', '2000', '--audit', '1000', '--campaigns', '25', '--rounds', '1'],
  csv: ['--rows', '20000'],
  'push-client': ['--pushes', '4000', '--rounds', '1'],
  register: ['--devices', '1000', '--rounds', '1', '--burst', '200'],
  single: ['--seconds', '4', '--rounds', '1'],
  overload: ['--seconds', '3'],
  neighbours: ['--devices', '10000', '--callers', '20', '--seconds', '4'],
  fanout: ['--devices', '2000', '--rounds', '1'],
  growth: ['--devices', '2000', '--rounds', '1', '--only', '1,all'],
  erasure: ['--persons', '2', '--campaigns', '10'],
  sapien: ['--layouts', 'chi', '--conditions', 'clean'],
};
const briefEnv = { DEVICES: '5000', ROUNDS: '5', SETTLE_MS: '1000' };

type Row = [name: string, measured: string, figures: string];

const toText = (cell: string | number | undefined) => String(cell ?? '').trim();

/** A row for each row of the benchmark's tables; without any, one for each line that it prints. */
function rowsOf(name: string, tables: string, output: string): Row[] {
  const found = tables.split('\n').filter(Boolean);
  if (found.length === 0) return output.split('\n').map((line): Row => [name, line, '']);
  return found.flatMap((line) => {
    const { head, rows } = JSON.parse(line) as Table;
    return rows.map(([measured, ...figures]): Row => {
      const named = figures.map((figure, at) => `${toText(head[at + 1])} ${toText(figure)}`.trim());
      return [name, toText(measured), named.filter((_, at) => toText(figures[at]) !== '').join(', ')];
    });
  });
}

function run(name: string, args: string[], folder: string): Row[] {
  const tables = join(folder, name);
  writeFileSync(tables, '');
  const { stdout, stderr, status } = spawnSync('npm', ['run', '--silent', `bench:${name}`, '--', ...args], {
    encoding: 'utf8',
    env: { ...briefEnv, ...process.env, BENCH_TABLES: tables },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return rowsOf(name, readFileSync(tables, 'utf8'), stdout.trim());
  console.error(stdout + stderr);
  process.exitCode = 1;
  return [[name, 'failed', '']];
}

function main(): void {
  const only = values.only?.split(',') ?? Object.keys(brief);
  const unknown = only.find((name) => !brief[name]);
  if (unknown) throw new Error(`${unknown} is no benchmark; those are ${Object.keys(brief).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  const rows = only.flatMap((name) => {
    console.error(`bench:${name} …`);
    return run(name, brief[name]!, folder);
  });
  rmSync(folder, { recursive: true, force: true });
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}, Node ${process.version}\n`);
  const lines = [['Benchmark', 'Measured', 'Figures'], ['---', '---', '---'], ...rows];
  console.log(lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n'));
}

main();
