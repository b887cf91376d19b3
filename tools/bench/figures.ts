import { appendFileSync } from 'node:fs';

/** The time within which a share of all ended. */
export function quantile(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;
}

/** Median, 95th percentile and maximum, rounded to a tenth. */
export const quantiles = (times: number[]) =>
  [0.5, 0.95, 1].map((share) => Math.round(quantile(times, share) * 10) / 10) as [number, number, number];

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
