import type { Message } from './message';

/** A message in one queue. Its position never changes, so that a requeued one goes back to where it was. */
export type Entry = {
  readonly message: Message;
  readonly position: number;
  readonly expiresAt: number;
  redelivered: boolean;
};

/** Entries waiting for a consumer. All returned ones stand before all fresh ones; `returned` ends with the first. */
export type ReadyList = { fresh: (Entry | undefined)[]; head: number; readonly returned: Entry[] };

const compactAfter = 1_024;

/** A list without entries. */
export function createReadyList(): ReadyList {
  return { fresh: [], head: 0, returned: [] };
}

/** How many entries wait. */
export function readyCount(list: ReadyList): number {
  return list.fresh.length - list.head + list.returned.length;
}

/** The next entry, left in place. */
export function firstReady(list: ReadyList): Entry | undefined {
  return list.returned.at(-1) ?? list.fresh[list.head];
}

/** Takes the next entry. */
export function takeReady(list: ReadyList): Entry | undefined {
  const returned = list.returned.pop();
  if (returned) return returned;
  const entry = list.fresh[list.head];
  if (!entry) return undefined;
  list.fresh[list.head++] = undefined;
  if (list.head >= compactAfter && list.head * 2 >= list.fresh.length) {
    list.fresh = list.fresh.slice(list.head);
    list.head = 0;
  }
  return entry;
}

/** Adds a new entry at the end. */
export function addReady(list: ReadyList, entry: Entry): void {
  list.fresh.push(entry);
}

/** Puts a taken entry back to its original place. */
export function putBack({ returned }: ReadyList, entry: Entry): void {
  let low = 0;
  let high = returned.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((returned[middle] as Entry).position > entry.position) low = middle + 1;
    else high = middle;
  }
  returned.splice(low, 0, entry);
}
