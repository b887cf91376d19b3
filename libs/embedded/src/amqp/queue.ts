import type { Consumer } from './consumer';
import type { Table } from './field-table';
import type { Message } from './message';
import { expirationOf, type Properties } from './properties';
import type { QueueSettings } from './queue-settings';
import type { Entry, ReadyList } from './ready-list';
import { addReady, createReadyList, firstReady, putBack, readyCount, takeReady } from './ready-list';
import type { Store } from './store';

export type DeathReason = 'rejected' | 'expired' | 'maxlen';

export type QueueDefinition = {
  readonly name: string;
  readonly durable: boolean;
  readonly autoDelete: boolean;
  readonly arguments: Table;
  readonly settings: QueueSettings;
};

export type Queue = QueueDefinition & {
  /** The connection that owns an exclusive queue. */
  readonly owner: object | undefined;
  /** The queue's number in the store; 0 when its messages are not stored. */
  readonly storeId: number;
  readonly store: Store;
  readonly ready: ReadyList;
  readonly bury: (queue: Queue, entry: Entry, reason: DeathReason) => void;
  nextPosition: number;
  deleted: boolean;
  readonly consumers: Set<Consumer>;
  /** Consumers that may be given a message, next one first. */
  readonly waiting: Consumer[];
  expiryTimer: NodeJS.Timeout | undefined;
  expiryTimerAt: number;
  unusedTimer: NodeJS.Timeout | undefined;
};

const longestTimer = 2_147_483_647;

/** A queue without messages. */
export function createQueue(definition: QueueDefinition & Pick<Queue, 'owner' | 'storeId' | 'store' | 'bury'>): Queue {
  return {
    ...definition,
    ready: createReadyList(),
    nextPosition: 1,
    deleted: false,
    consumers: new Set(),
    waiting: [],
    expiryTimer: undefined,
    expiryTimerAt: Infinity,
    unusedTimer: undefined,
  };
}

/** When a message that arrives now expires. */
export function expiryOf(queue: Queue, properties: Properties): number {
  const own = expirationOf(properties);
  const ttl = Math.min(own === undefined ? Infinity : Number(own), queue.settings.messageTtl);
  return ttl === Infinity ? Infinity : Date.now() + ttl;
}

/** Gives the message its place in the queue and, where both are durable, in the store. */
export function admit(queue: Queue, message: Message, expiresAt: number): Entry {
  const entry = { message, position: queue.nextPosition++, expiresAt, redelivered: false };
  if (message.persistent && queue.storeId > 0) queue.store.write(queue.storeId, entry);
  return entry;
}

/** The queue is done with the message: acknowledged, dropped or buried elsewhere. */
export function forget(queue: Queue, entry: Entry): void {
  if (entry.message.persistent && queue.storeId > 0) queue.store.erase(queue.storeId, entry);
}

/** Whether the queue must refuse one more message. */
export function refusesMore({ settings, ready }: Queue): boolean {
  return settings.overflow === 'reject-publish' && readyCount(ready) + 1 > settings.maxLength;
}

function dropExpired(queue: Queue): void {
  const now = Date.now();
  for (let first = firstReady(queue.ready); first && first.expiresAt <= now; first = firstReady(queue.ready)) {
    takeReady(queue.ready);
    queue.bury(queue, first, 'expired');
  }
}

function dropHead(queue: Queue): void {
  if (queue.settings.overflow !== 'drop-head') return;
  while (readyCount(queue.ready) > queue.settings.maxLength) {
    const first = takeReady(queue.ready);
    if (first) queue.bury(queue, first, 'maxlen');
  }
}

function watchExpiry(queue: Queue): void {
  const expiresAt = firstReady(queue.ready)?.expiresAt ?? Infinity;
  if (queue.deleted || expiresAt >= queue.expiryTimerAt) return;
  clearTimeout(queue.expiryTimer);
  queue.expiryTimerAt = expiresAt;
  const onExpiry = () => {
    queue.expiryTimerAt = Infinity;
    tidy(queue);
  };
  queue.expiryTimer = setTimeout(onExpiry, Math.min(Math.max(expiresAt - Date.now(), 0), longestTimer));
  queue.expiryTimer.unref();
}

/** Drops what has expired or does not fit, and sees to it that this happens again in time. */
export function tidy(queue: Queue): void {
  dropHead(queue);
  dropExpired(queue);
  watchExpiry(queue);
}

/** Takes the next message that has not expired. */
export function takeNext(queue: Queue): Entry | undefined {
  dropExpired(queue);
  return takeReady(queue.ready);
}

/** Adds an admitted message at the queue's end. */
export function append(queue: Queue, entry: Entry): void {
  addReady(queue.ready, entry);
}

/** Puts a delivered message back to its place, marked as redelivered. */
export function giveBack(queue: Queue, entry: Entry): void {
  if (queue.deleted) return;
  entry.redelivered = true;
  putBack(queue.ready, entry);
}

/** Empties the queue and answers how many messages were ready. */
export function purge(queue: Queue): number {
  let count = 0;
  for (let entry = takeReady(queue.ready); entry; entry = takeReady(queue.ready)) {
    forget(queue, entry);
    count++;
  }
  return count;
}

/** Stops the queue's timers. */
export function stopTimers(queue: Queue): void {
  clearTimeout(queue.expiryTimer);
  clearTimeout(queue.unusedTimer);
}
