import type { Entry, Store } from '../store/store';
import type { Table } from '../wire/field-table';
import type { Message } from '../wire/message';
import { expirationOf, type Properties } from '../wire/properties';
import type { Consumer } from './consumer';
import type { QueueSettings } from './queue-settings';
import {
  addReady,
  addRequeued,
  createReadyList,
  firstReady,
  readyCount,
  takeReady,
  type ReadyList,
} from './ready-list';

export type DeathReason = 'rejected' | 'expired' | 'maxlen' | 'delivery_limit';

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
  /** The queue's number in the store; 0 if its messages are not stored. */
  readonly storeId: number;
  readonly store: Store;
  readonly ready: ReadyList;
  /** Removes a message from the queue and publishes it to the dead-letter exchange, if the queue has one. */
  readonly deadLetter: (queue: Queue, entry: Entry, reason: DeathReason) => void;
  nextPosition: number;
  deleted: boolean;
  readonly consumers: Set<Consumer>;
  /** The consumers that are not blocked, in round-robin order. */
  readonly activeConsumers: Consumer[];
  expiryTimer: NodeJS.Timeout | undefined;
  expiryTimerAt: number;
  unusedTimer: NodeJS.Timeout | undefined;
};

/** The longest delay that setTimeout accepts. */
export const maxTimerMs = 2_147_483_647;

type QueueParts = QueueDefinition & Pick<Queue, 'owner' | 'storeId' | 'store' | 'deadLetter'>;

/** An empty queue. */
export function createQueue(parts: QueueParts): Queue {
  return {
    ...parts,
    ready: createReadyList(),
    nextPosition: 1,
    deleted: false,
    consumers: new Set(),
    activeConsumers: [],
    expiryTimer: undefined,
    expiryTimerAt: Infinity,
    unusedTimer: undefined,
  };
}

/** When a message that arrives now expires: by its own time to live or the queue's, whichever is shorter. */
export function expiryOf(queue: Queue, properties: Properties): number {
  const own = expirationOf(properties);
  const ttlMs = Math.min(own === undefined ? Infinity : Number(own), queue.settings.messageTtlMs);
  return ttlMs === Infinity ? Infinity : Date.now() + ttlMs;
}

/** Gives a new message its position in the queue and, if both are durable, stores it. */
export function createEntry(queue: Queue, message: Message, expiresAt: number): Entry {
  const entry = { message, position: queue.nextPosition++, expiresAt, redelivered: false, returns: 0 };
  if (message.persistent && queue.storeId > 0) queue.store.saveMessage(queue.storeId, entry);
  return entry;
}

/** Removes a message from the store: it is acknowledged, dropped or dead-lettered. */
export function forget(queue: Queue, entry: Entry): void {
  if (entry.message.persistent && queue.storeId > 0) queue.store.removeMessage(queue.storeId, entry);
}

/** Whether the queue is full and rejects new messages. */
export function rejectsPublish({ settings, ready }: Queue): boolean {
  return settings.overflow === 'reject-publish' && readyCount(ready) + 1 > settings.maxLength;
}

function dropExpired(queue: Queue): void {
  const now = Date.now();
  for (let first = firstReady(queue.ready); first && first.expiresAt <= now; first = firstReady(queue.ready)) {
    takeReady(queue.ready);
    queue.deadLetter(queue, first, 'expired');
  }
}

function dropHead(queue: Queue): void {
  if (queue.settings.overflow !== 'drop-head') return;
  while (readyCount(queue.ready) > queue.settings.maxLength) {
    const first = takeReady(queue.ready);
    if (first) queue.deadLetter(queue, first, 'maxlen');
  }
}

/** Expiry is checked at the head of the queue only, as in RabbitMQ. */
function scheduleExpiry(queue: Queue): void {
  const expiresAt = firstReady(queue.ready)?.expiresAt ?? Infinity;
  if (queue.deleted || expiresAt >= queue.expiryTimerAt) return;
  clearTimeout(queue.expiryTimer);
  queue.expiryTimerAt = expiresAt;
  const onExpiry = () => {
    queue.expiryTimerAt = Infinity;
    enforceLimits(queue);
  };
  queue.expiryTimer = setTimeout(onExpiry, Math.min(Math.max(expiresAt - Date.now(), 0), maxTimerMs));
  queue.expiryTimer.unref();
}

/** Removes messages that have expired or exceed the queue's maximum length, and schedules the next check. */
export function enforceLimits(queue: Queue): void {
  dropHead(queue);
  dropExpired(queue);
  scheduleExpiry(queue);
}

/** Removes and returns the next message that has not expired. */
export function takeNext(queue: Queue): Entry | undefined {
  dropExpired(queue);
  return takeReady(queue.ready);
}

/** Adds a message at the end of the queue. */
export function append(queue: Queue, entry: Entry): void {
  addReady(queue.ready, entry);
}

/**
 * Returns a delivered message to its original place, marked as redelivered. A quorum queue puts it behind those that
 * were returned before, or dead-letters it when it was returned too often.
 */
export function requeue(queue: Queue, entry: Entry): void {
  if (queue.deleted) return;
  entry.redelivered = true;
  entry.returns++;
  if (entry.returns > queue.settings.deliveryLimit) queue.deadLetter(queue, entry, 'delivery_limit');
  else if (queue.settings.type === 'quorum') queue.ready.requeued.unshift(entry);
  else addRequeued(queue.ready, entry);
}

/** Removes all ready messages and returns their number. */
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
