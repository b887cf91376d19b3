import type { DeviceFilters } from '@herald/device-query';
import { quantiles, table } from './figures';

export type Found = { total: number; data: unknown[]; next?: string | null };
export type Search = (filters: DeviceFilters, query: string) => Promise<Found>;
/** A filter of a walk, such as those of `search`. */
export type Walk = { name: string; filters: DeviceFilters; search: Search };

const head = ['walk along', 'page of', 'devices', 'pages', 'first', 'begin', 'end', 'p95', 'end / begin'];

/** Milliseconds of the pages of walks: the first, which counts, and of the others the first and the last tenth. */
export async function walkTable(walks: Walk[]): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const one of walks) for (const perPage of [1_000, 10_000]) rows.push(await rowOf(one, perPage));
  return table(head, rows);
}

async function rowOf(one: Walk, perPage: number): Promise<(string | number)[]> {
  const { times, met } = await timesOf(one, perPage);
  const [first = 0, ...rest] = times;
  const row = [one.name, perPage, met, times.length, Math.round(first * 10) / 10];
  // The last page is not full.
  const full = rest.slice(0, -1);
  if (full.length === 0) return [...row, '', '', '', ''];
  const tenth = Math.max(1, Math.round(full.length / 10));
  const [begin] = quantiles(full.slice(0, tenth));
  const [end] = quantiles(full.slice(-tenth));
  const [, p95] = quantiles(full);
  return [...row, begin, end, p95, (end / begin).toFixed(2)];
}

async function timesOf({ name, filters, search }: Walk, perPage: number): Promise<{ times: number[]; met: number }> {
  const times: number[] = [];
  let met = 0;
  for (let after: string | null = ''; after !== null;) {
    const started = performance.now();
    const found: Found = await search(filters, `after=${after}&per_page=${perPage}&fields=core_id`);
    times.push(performance.now() - started);
    if (found.next === undefined) throw new Error(`${name}: the answer does not say where the walk goes on`);
    after = found.next;
    met += found.data.length;
  }
  return { times, met };
}
