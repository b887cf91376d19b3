import { createMetrics } from './metrics';

const linesOf = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name));

const kinds = ['android', 'ios'] as const;

it('shows every series of a counter at zero before its first event, and its sum after', async () => {
  const metrics = createMetrics();
  const pushes = metrics.counter({
    name: 'a_pushes_total',
    help: 'Pushes',
    labels: { kind: kinds, outcome: ['sent', 'lost'] },
  });
  const at = (kind: string, outcome: string, value: number) =>
    `a_pushes_total{kind="${kind}",outcome="${outcome}"} ${value}`;
  const zero = kinds.flatMap((kind) => [at(kind, 'sent', 0), at(kind, 'lost', 0)]);
  expect(await linesOf(metrics, 'a_pushes_total')).toEqual(zero);
  const sent = pushes.at({ kind: 'ios', outcome: 'sent' });
  sent.add();
  sent.add(4);
  expect(await linesOf(metrics, 'a_pushes_total')).toEqual([...zero.slice(0, 2), at('ios', 'sent', 5), zero[3]]);
  expect(await linesOf(metrics, 'a_pushes_total')).toContain(at('ios', 'sent', 5));
});

it('shows a gauge as it was last set, also one without labels', async () => {
  const metrics = createMetrics();
  const depth = metrics.gauge({ name: 'a_depth', help: 'Depth', labels: {} }).at({});
  expect(await linesOf(metrics, 'a_depth')).toEqual(['a_depth 0']);
  depth.set(7);
  depth.add(-2);
  expect(await linesOf(metrics, 'a_depth')).toEqual(['a_depth 5']);
});

it('shows every bucket of a histogram at zero before its first event', async () => {
  const metrics = createMetrics();
  const waits = metrics.histogram({ name: 'a_wait_seconds', help: 'Waits', labels: { kind: kinds } });
  expect(await linesOf(metrics, 'a_wait_seconds_count')).toEqual(
    kinds.map((kind) => `a_wait_seconds_count{kind="${kind}"} 0`),
  );
  waits.at({ kind: 'ios' }).observe(3);
  const buckets = await linesOf(metrics, 'a_wait_seconds_bucket');
  for (const [bound, count] of [
    ['2.5', 0],
    ['5', 1],
    ['30', 1],
  ] as const)
    expect(buckets).toContain(`a_wait_seconds_bucket{le="${bound}",kind="ios"} ${count}`);
});

it('declares series one by one where not every combination makes sense', async () => {
  const metrics = createMetrics();
  const labels = [
    { service: 'one', job: 'clean' },
    { service: 'other', job: 'count' },
  ];
  metrics.counter({ name: 'a_runs_total', help: 'Runs', labels });
  expect(await linesOf(metrics, 'a_runs_total')).toEqual([
    'a_runs_total{service="one",job="clean"} 0',
    'a_runs_total{service="other",job="count"} 0',
  ]);
});

it('refuses a label value that was not declared', () => {
  const counter = createMetrics().counter({ name: 'a_total', help: 'A', labels: { kind: kinds } });
  expect(() => counter.at({ kind: 'a company' as never })).toThrow('declares no series');
});
