import type { Entry } from '../store/store';

/**
 * The messages of a queue that wait for delivery. Requeued ones come before new ones; `requeued` is in reverse order,
 * so the next message is its last element.
 */
export type ReadyList = { added: (Entry | undefined)[]; head: number; readonly requeued: Entry[] };

const compactAfter = 1_024;

/** An empty list. */
export function createReadyList(): ReadyList {
  return { added: [], head: 0, requeued: [] };
}

/** The number of waiting messages. */
export function readyCount(list: ReadyList): number {
  return list.added.length - list.head + list.requeued.length;
}

/** The next message, which stays in the list. */
export function firstReady(list: ReadyList): Entry | undefined {
  return list.requeued.at(-1) ?? list.added[list.head];
}

/** Removes and returns the next message. */
export function takeReady(list: ReadyList): Entry | undefined {
  const requeued = list.requeued.pop();
  if (requeued) return requeued;
  const entry = list.added[list.head];
  if (!entry) return undefined;
  list.added[list.head++] = undefined;
  if (list.head >= compactAfter && list.head * 2 >= list.added.length) {
    list.added = list.added.slice(list.head);
    list.head = 0;
  }
  return entry;
}

/** Adds a new message at the end. */
export function addReady(list: ReadyList, entry: Entry): void {
  list.added.push(entry);
}

/** Puts a requeued message back to its original place. */
export function addRequeued({ requeued }: ReadyList, entry: Entry): void {
  let low = 0;
  let high = requeued.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((requeued[middle] as Entry).position > entry.position) low = middle + 1;
    else high = middle;
  }
  requeued.splice(low, 0, entry);
}
