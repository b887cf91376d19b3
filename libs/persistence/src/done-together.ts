export type DoneTogether<Row> = {
  /** Resolves once it is done; `soon`: somebody waits for that. */
  add(row: Row, options?: { soon?: boolean }): Promise<void>;
  /** Sees to it that all that was added is done without delay. */
  flush(): void;
  /** Undefined while there is room for more. */
  room(): Promise<void> | undefined;
};
export type TogetherOptions<Row> = {
  /** Writes or reads some; one call at a time. When it fails, it has failed for each of them. */
  work(rows: Row[]): Promise<void>;
  atOnce: number;
  /** None waits longer before its turn; but for those whose turn it is. */
  withinMs: number;
};

type Group<Row> = { rows: Row[]; done: Promise<void>; settle(by: Promise<void>): void };

/**
 * Writes or reads what comes one by one some at a time: a command for each costs the database and us more than all that is in
 * it. What comes while one is under way goes with the next.
 */
export function doneTogether<Row>({ work, atOnce, withinMs }: TogetherOptions<Row>): DoneTogether<Row> {
  let group = newGroup<Row>();
  let timer: NodeJS.Timeout | undefined;
  let underWay = 0;
  let isDue = false;
  let onRoom: (() => void)[] = [];

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    isDue = underWay > 0;
    if (underWay > 0 || group.rows.length === 0) return;
    const { rows, settle } = group;
    group = newGroup();
    underWay = rows.length;
    const working = work(rows);
    settle(working);
    void working.catch(() => {}).then(next);
  };
  const next = () => {
    underWay = 0;
    const waiting = onRoom;
    onRoom = [];
    for (const go of waiting) go();
    if (isDue || group.rows.length >= atOnce) flush();
  };
  return {
    add(row, { soon = false } = {}) {
      const { rows, done } = group;
      rows.push(row);
      if (soon || rows.length >= atOnce) flush();
      else timer ??= setTimeout(flush, withinMs);
      return done;
    },
    flush,
    room() {
      if (group.rows.length + underWay < 2 * atOnce) return undefined;
      return new Promise((resolve) => onRoom.push(resolve));
    },
  };
}

function newGroup<Row>(): Group<Row> {
  let settle!: Group<Row>['settle'];
  const done = new Promise<void>((resolve) => (settle = resolve));
  // Whoever added something hears of a failure by the promise that he holds.
  done.catch(() => {});
  return { rows: [], done, settle };
}
