import { Registry, Counter as PromCounter, Gauge as PromGauge, Histogram as PromHistogram } from 'prom-client';
import { collectDefaultMetrics } from 'prom-client';
import { durationBuckets } from './buckets';
import { seriesOf, type Labels, type LabelValues } from './combinations';

/** A metric, declared with all values of its labels. */
type Spec<L extends Labels> = { name: string; help: string; labels: L };

/** One series of a counter or a gauge. To add is one addition of numbers: it costs nothing in the hot path. */
type Cell = { add(amount?: number): void };
type GaugeCell = Cell & { set(value: number): void };

export type Counter<L extends Labels> = { at(values: LabelValues<L>): Cell };
export type Gauge<L extends Labels> = { at(values: LabelValues<L>): GaugeCell };
export type Histogram<L extends Labels> = { at(values: LabelValues<L>): { observe(seconds: number): void } };
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The metrics of one process in Prometheus' format. Every series of a metric is at zero from its declaration on: an
 * increase from no series to one is invisible to Prometheus.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    counter<const L extends Labels>({ name, help, labels }: Spec<L>): Counter<L> {
      const { names: labelNames, cells, at } = cellsOf(labels);
      new PromCounter({
        ...{ name, help, registers, labelNames },
        collect() {
          this.reset();
          for (const { values, cell } of cells) this.inc(values, cell.value);
        },
      });
      return { at };
    },
    gauge<const L extends Labels>({ name, help, labels }: Spec<L>): Gauge<L> {
      const { names: labelNames, cells, at } = cellsOf(labels);
      new PromGauge({
        ...{ name, help, registers, labelNames },
        collect() {
          for (const { values, cell } of cells) this.set(values, cell.value);
        },
      });
      return { at };
    },
    histogram<const L extends Labels>({ name, help, labels }: Spec<L>): Histogram<L> {
      const { names, cells } = cellsOf(labels);
      const histogram = openHistogram({ name, help, labels: names });
      for (const { values } of cells) histogram.zero(values);
      return {
        at: (values) => ({ observe: (seconds) => histogram.observe(values as Record<string, string>, seconds) }),
      };
    },
    openHistogram,
  };

  /** A histogram whose label values are known only when they occur, such as the commands to a database. */
  function openHistogram({ name, help, labels }: { name: string; help: string; labels: string[] }) {
    return new PromHistogram<string>({ name, help, registers, labelNames: labels, buckets: durationBuckets });
  }
}

function cellsOf<L extends Labels>(labels: L) {
  const series = seriesOf(labels);
  const names = Object.keys(series[0] ?? {});
  const keyOf = (values: Record<string, string>) => names.map((name) => values[name]).join('\n');
  const cells = series.map((values) => ({ values, cell: newCell() }));
  const byKey = new Map(cells.map(({ values, cell }) => [keyOf(values), cell]));
  const at = (values: LabelValues<L>) => {
    const cell = byKey.get(keyOf(values as Record<string, string>));
    if (!cell) throw new Error(`The metric declares no series ${JSON.stringify(values)}`);
    return cell;
  };
  return { names, cells, at };
}

function newCell() {
  return {
    value: 0,
    add(amount = 1) {
      this.value += amount;
    },
    set(value: number) {
      this.value = value;
    },
  };
}
