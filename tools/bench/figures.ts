import { appendFileSync } from 'node:fs';

/** Median, 95th percentile and maximum, rounded to a tenth. */
export function quantiles(times: number[]): [number, number, number] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return [at(0.5), at(0.95), sorted.at(-1)!].map((ms) => Math.round(ms * 10) / 10) as [number, number, number];
}

export type Table = { head: string[]; rows: (string | number)[][] };

/** Rows as an aligned table of text. `npm run bench` names a file in BENCH_TABLES that collects the rows, too. */
export function table(head: string[], rows: (string | number)[][]): string {
  const { BENCH_TABLES } = process.env;
  if (BENCH_TABLES) appendFileSync(BENCH_TABLES, `${JSON.stringify({ head, rows } satisfies Table)}\n`);
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ');
  return all.map(line).join('\n');
}
