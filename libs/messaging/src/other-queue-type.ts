import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { QueueType } from './queue-type';
import { isDeclaredAs, type QueueSpec } from './topology';

/** The command that moves queues to another type. */
const command = 'npm run queues:migrate';

export type QueueTypeWatch = {
  /** Compares queues that exist with their declaration. */
  compare(connection: ChannelModel, existing: QueueSpec[]): Promise<void>;
  /** For users without the right to compare: a quorum queue counts deliveries, a classic one does not. */
  see(queue: string, message: ConsumeMessage): void;
};

/**
 * Reports queues of another type than declared here, once each. They work as they are: a queue cannot change its type.
 */
export function watchQueueTypes(type: QueueType, onNotice: (line: string) => void): QueueTypeWatch {
  const reported = new Set<string>();
  let mayCompare = true;
  const report = (queues: string[]) => {
    const fresh = queues.filter((queue) => !reported.has(queue));
    for (const queue of fresh) reported.add(queue);
    if (fresh.length > 0) onNotice(`Not declared as QUEUE_TYPE=${type} says: ${fresh.join(', ')}; see ${command}`);
  };
  return {
    async compare(connection, existing) {
      const others: string[] = [];
      for (const queue of existing) {
        if (!mayCompare) break;
        const isSame = await isDeclaredAs(connection, queue);
        if (isSame === undefined) mayCompare = false;
        if (isSame === false) others.push(queue.name);
      }
      report(others);
    },
    see(queue, { fields, properties }) {
      const headers = properties.headers ?? {};
      const isCounted = 'x-delivery-count' in headers || 'x-acquired-count' in headers;
      if (type === 'quorum' && fields.redelivered && !isCounted) report([queue]);
    },
  };
}
