import type { Entry } from './ready-list';

type Writer = {
  put(storeId: number, entry: Entry): void;
  remove(storeId: number, entry: Entry): void;
  /** Resolves when all puts and removes before it are committed. */
  committed(): Promise<unknown>;
};

/** Writes gathered into commits: while one is on its way, the next one grows. */
export type CommitQueue = {
  puts: Map<Entry, number>;
  removes: Map<Entry, number>;
  actions: Map<object, () => void>;
  backlog: number;
  running: Promise<void> | undefined;
};

/** A queue without writes. */
export function createCommitQueue(): CommitQueue {
  return { puts: new Map(), removes: new Map(), actions: new Map(), backlog: 0, running: undefined };
}

async function commitAll(queue: CommitQueue, writer: Writer): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  while (queue.puts.size + queue.removes.size + queue.actions.size > 0) {
    const { puts, removes, actions, backlog } = queue;
    Object.assign(queue, { ...createCommitQueue(), backlog, running: queue.running });
    for (const [entry, storeId] of puts) writer.put(storeId, entry);
    for (const [entry, storeId] of removes) writer.remove(storeId, entry);
    if (puts.size + removes.size > 0) await writer.committed();
    for (const entry of puts.keys()) queue.backlog -= entry.message.content.length;
    for (const action of actions.values()) action();
  }
  queue.running = undefined;
}

/** Starts committing unless that is under way; `onFailure` is told when the disk refuses. */
export function commitSoon(queue: CommitQueue, writer: Writer, onFailure: (error: unknown) => void): void {
  queue.running ??= commitAll(queue, writer).catch((error: unknown) => {
    queue.running = undefined;
    onFailure(error);
  });
}

/** A message to be kept. */
export function queuePut(queue: CommitQueue, storeId: number, entry: Entry): void {
  queue.puts.set(entry, storeId);
  queue.backlog += entry.message.content.length;
}

/** A message to be forgotten; one that was never committed need not be written at all. */
export function queueRemove(queue: CommitQueue, storeId: number, entry: Entry): void {
  if (queue.puts.delete(entry)) queue.backlog -= entry.message.content.length;
  else queue.removes.set(entry, storeId);
}
