import type { Message } from '@herald/envelopes';
import { newMessage, type Broker } from '@herald/messaging';
import type { Model } from '@herald/persistence';
import type { Emit, Job } from './define-service';
import type { Waiting } from './outbox.model';

/** Publishes, or keeps the message in the outbox where the broker does not take it: one of both holds it when this resolves. */
export function emitter(broker: Broker, Outbox: Model<Waiting>, onOutboxed: () => void): Emit {
  return async (type, data) => {
    const message: Message = newMessage(type, data);
    try {
      await broker.publish(message);
    } catch {
      await Outbox.create({ _id: message.id, message, saved_at: new Date() });
      onOutboxed();
    }
  };
}

const batch = 200;

/** Brings what waits in the outbox to the broker, oldest first. A message may so come twice, never not at all. */
export function relayJob(broker: Broker, Outbox: Model<Waiting>): Job<unknown> {
  return {
    name: 'outbox-relay',
    everySeconds: 2,
    async run(_deps, signal) {
      while (broker.ready() && !signal.aborted) {
        const waiting = await Outbox.find().sort({ saved_at: 1 }).limit(batch).lean<Waiting[]>();
        if (waiting.length === 0) return;
        await Promise.all(waiting.map(({ message }) => broker.publish(message)));
        await Outbox.deleteMany({ _id: { $in: waiting.map(({ _id }) => _id) } });
      }
    },
  };
}
