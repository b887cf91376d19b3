/**
 * The cores and processes that fleets of devices need at their busiest time, from the costs that bench:growth measured
 * and a day of one device. Engines, provider and gateway are not included.
 * `BENCH_TABLES=costs.jsonl npm run bench:growth -- --only 1`, then `npm run bench:fleet -- costs.jsonl
 * [--devices 1000000,10000000,100000000 --starts 5 --singles 0.2 --audits 5 --peak 4 --campaign-minutes 30]`.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { table, type Table } from './figures';
import { runBench } from './run';

const { values, positionals } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000000,10000000,100000000' },
    starts: { type: 'string', default: '5' },
    singles: { type: 'string', default: '0.2' },
    audits: { type: 'string', default: '5' },
    peak: { type: 'string', default: '4' },
    'campaign-minutes': { type: 'string', default: '30' },
  },
  allowPositionals: true,
});
/** A process that is busier than this answers late. */
const utilization = 0.7;
/** One process may be restarted at any time. */
const minProcesses = 2;

const atPeak = (aDay: string) => (Number(aDay) * Number(values.peak)) / 86_400;

/** A second, of one device at the busiest time. */
const rates: Record<string, number> = {
  push: 1 / (Number(values['campaign-minutes']) * 60),
  registration: atPeak(values.starts),
  'single send': atPeak(values.singles),
  'audit record, of 1,000': atPeak(values.audits),
};

type Cost = { work: string; service: string; micros: number };

function measuredCosts(): Cost[] {
  const [file] = positionals;
  if (!file) throw new Error('Name the file of BENCH_TABLES that bench:growth wrote');
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const rows = lines.flatMap((line) => (JSON.parse(line) as Table).rows);
  return rows.map(([name, micros]) => {
    const [work, service] = String(name).split(': ');
    return { work: work!, service: service!, micros: Number(micros) };
  });
}

function main(): void {
  const fleets = values.devices.split(',').map(Number);
  const costs = measuredCosts();
  const known = Object.keys(rates).filter((work) => costs.some((cost) => cost.work === work));
  const load = known.map((work) => [`${work}s a second`, ...fleets.map((size) => Math.round(size * rates[work]!))]);
  const cores = (service: string, size: number) =>
    costs
      .filter((cost) => cost.service === service)
      .reduce((sum, { work, micros }) => sum + (size * (rates[work] ?? 0) * micros) / 1e6, 0);
  const processes = [...new Set(costs.map(({ service }) => service))].map((service) => [
    service,
    ...fleets.map((size) => {
      const needed = cores(service, size);
      return `${needed.toFixed(1)} (${Math.max(minProcesses, Math.ceil(needed / utilization))})`;
    }),
  ]);
  const head = ['cores (processes)', ...fleets.map((size) => `${size / 1e6} million`)];
  console.log(table(head, [...load, ...processes]));
}

void runBench(main);
