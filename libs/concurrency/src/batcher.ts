export type Batcher<Row> = {
  /** Resolves once the row's batch has run. */
  add(row: Row): Promise<void>;
  /** Runs all added rows without further delay than `minIntervalMs`. */
  flush(): void;
};
type BatcherOptions<Row> = {
  /** Processes one batch; calls never overlap. A failure rejects every `add` of the batch. */
  run(rows: Row[]): Promise<void>;
  maxSize: number;
  /** How long a partial batch waits for more rows, not counting the batch in progress. Without it none waits. */
  maxDelayMs?: number;
  /** A partial batch begins this long after the one before: a single row never waits, many rows share a batch. */
  minIntervalMs?: number;
};

type Group<Row> = { rows: Row[]; done: Promise<void>; settle(by: Promise<void>): void };

/**
 * Collects rows that arrive one by one into batches, because one database command per row costs more than the row
 * itself. Rows that arrive while a batch is in progress form the next one.
 */
export function batcher<Row>(options: BatcherOptions<Row>): Batcher<Row> {
  const { run, maxSize, maxDelayMs, minIntervalMs = 0 } = options;
  let group = newGroup<Row>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isDue = false;
  let begunAt = -Infinity;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    isDue = isRunning;
    if (isRunning || group.rows.length === 0) return;
    const earlyMs = minIntervalMs === 0 ? 0 : begunAt + minIntervalMs - performance.now();
    if (earlyMs > 0 && group.rows.length < maxSize) timer = setTimeout(flush, earlyMs);
    else begin();
  };
  const begin = () => {
    const { rows, settle } = group;
    group = newGroup();
    isRunning = true;
    begunAt = performance.now();
    const working = run(rows);
    settle(working);
    void working.catch(() => {}).then(next);
  };
  const next = () => {
    isRunning = false;
    if (isDue || group.rows.length >= maxSize) flush();
  };
  return {
    add(row) {
      const { rows, done } = group;
      rows.push(row);
      if (maxDelayMs === undefined || rows.length >= maxSize) flush();
      else timer ??= setTimeout(flush, maxDelayMs);
      return done;
    },
    flush,
  };
}

function newGroup<Row>(): Group<Row> {
  let settle!: Group<Row>['settle'];
  const done = new Promise<void>((resolve) => (settle = resolve));
  // Callers of `add` see the failure on their own promise.
  done.catch(() => {});
  return { rows: [], done, settle };
}
