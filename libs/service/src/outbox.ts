import type { Message } from '@herald/contracts';
import { MessageTooLarge, newMessage, type Broker } from '@herald/messaging';
import { clockSlackMs, type Model } from '@herald/persistence';
import { inTrace, traceHeaders } from '@herald/tracing';
import type { Emit, Job } from './define-service';
import type { Logger } from './logger';
import type { OutboxMessage } from './outbox.model';

/**
 * Publishes a message, or stores it in the outbox if the broker does not accept it: one of both has it when this
 * resolves. A message above the limit is the sender's error and is not stored.
 */
export function emitter(broker: Pick<Broker, 'publish'>, Outbox: Model<OutboxMessage>, onOutboxed: () => void): Emit {
  return async (type, data) => {
    const message: Message = newMessage(type, data);
    try {
      await broker.publish(message, { isGathered: type.isGathered });
    } catch (error) {
      if (error instanceof MessageTooLarge) throw error;
      const now = new Date();
      await Outbox.create({ _id: message.id, message, trace: traceHeaders(), saved_at: now, due_at: now });
      onOutboxed();
    }
  };
}

export const relayJobTiming = { name: 'outbox-relay', everySeconds: 2 };
const batchSize = 200;
const minDelayMs = 2_000;
const maxDelayMs = 10 * 60_000;

/** A time further ahead than any delay was written before the clock was set back. */
const isDue = (now = Date.now()) => ({
  $or: [{ due_at: { $lte: new Date(now) } }, { due_at: { $gt: new Date(now + maxDelayMs + clockSlackMs) } }],
});

/**
 * Relays the outbox, oldest first, at-least-once. A message that fails is retried alone and with backoff, because a
 * message that the broker refuses closes the channel and would fail the messages beside it.
 */
export function relayJob(
  broker: Pick<Broker, 'publish' | 'ready'>,
  Outbox: Model<OutboxMessage>,
  log: Pick<Logger, 'warn'>,
  onDepth: (depth: number) => void,
): Job<unknown> {
  const relay = async ({ _id, message, trace, tries = 0 }: OutboxMessage) => {
    try {
      await inTrace(trace, () => broker.publish(message));
      return _id;
    } catch (err) {
      const delayMs = Math.min(minDelayMs * 2 ** tries, maxDelayMs);
      await Outbox.updateOne({ _id }, { $set: { tries: tries + 1, due_at: new Date(Date.now() + delayMs) } });
      if (tries > 0) log.warn({ err, message_type: message.type, tries }, 'A message stays in the outbox');
      return undefined;
    }
  };
  const relayBatch = async (waiting: OutboxMessage[]) => {
    const fresh = waiting.filter(({ tries = 0 }) => tries === 0);
    const published = await Promise.all(fresh.map(relay));
    for (const retried of waiting.filter(({ tries = 0 }) => tries > 0)) published.push(await relay(retried));
    const gone = published.filter((id) => id !== undefined);
    if (gone.length > 0) await Outbox.deleteMany({ _id: { $in: gone } });
  };
  return {
    ...relayJobTiming,
    async run(_deps, signal) {
      await Outbox.updateMany({ due_at: { $exists: false } }, { $set: { due_at: new Date(0) } });
      while (broker.ready() && !signal.aborted) {
        const waiting = await Outbox.find(isDue()).sort({ due_at: 1 }).limit(batchSize).lean();
        if (waiting.length === 0) break;
        await relayBatch(waiting);
      }
      onDepth(await depthOf(Outbox));
    },
    onStandBy: () => onDepth(0),
  };
}

/** Counts up to this many messages; beyond, the metadata of the collection costs the same at any depth. */
const maxCounted = 1_000;

/** An estimate may be that of a moment ago, and would report a backlog in an empty outbox. */
async function depthOf(Outbox: Model<OutboxMessage>): Promise<number> {
  // Every message has a time, so that its index is counted instead of the collection.
  const counted = await Outbox.countDocuments({ due_at: { $gte: new Date(0) } }, { limit: maxCounted });
  return counted < maxCounted ? counted : Math.max(counted, await Outbox.estimatedDocumentCount());
}
