import type { Options } from 'amqplib';

/**
 * `classic`: a queue on one node. `quorum`: a queue that a majority of the nodes of a cluster agree on, so that the
 * loss of one node loses nothing.
 */
export type QueueType = 'classic' | 'quorum';

/**
 * Redeliveries of a message, beside the tries that consumers count themselves: a message that ends its process each
 * time would otherwise return without end. RabbitMQ 4's own default; earlier versions have none.
 */
export const deliveryLimit = 20;
/**
 * To look at dead letters redelivers them. RabbitMQ 4 takes -1 as unlimited, while RabbitMQ 3 dead-letters at the first
 * redelivery then.
 */
const withoutDeliveryLimit = 2_147_483_647;

const durable = { durable: true };
const quorum = (more: Record<string, unknown>): Options.AssertQueue => ({
  ...durable,
  arguments: { 'x-queue-type': 'quorum', ...more },
});
/** The queue keeps a message until its dead-letter queue has confirmed it. RabbitMQ then takes no other overflow. */
const deadLettersSafely = { 'x-dead-letter-strategy': 'at-least-once', 'x-overflow': 'reject-publish' };

/** Of a consumer. A message beyond the delivery limit goes to the dead letters, under the name of its queue. */
export function consumersQueue(
  type: QueueType,
  { queue, deadLetterExchange }: { queue: string; deadLetterExchange: string },
): Options.AssertQueue {
  if (type === 'classic') return durable;
  return quorum({
    'x-delivery-limit': deliveryLimit,
    'x-dead-letter-exchange': deadLetterExchange,
    'x-dead-letter-routing-key': queue,
    ...deadLettersSafely,
  });
}

/** Of dead letters. */
export function deadLettersQueue(type: QueueType): Options.AssertQueue {
  return type === 'classic' ? durable : quorum({ 'x-delivery-limit': withoutDeliveryLimit });
}

/**
 * Of retries. The routing key is the queue of the message; the default exchange as dead-letter exchange returns it
 * there after the delay.
 */
export function waitingQueue(type: QueueType, seconds: number): Options.AssertQueue {
  const returning = { 'x-message-ttl': seconds * 1000, 'x-dead-letter-exchange': '' };
  return type === 'classic' ? { ...durable, arguments: returning } : quorum({ ...returning, ...deadLettersSafely });
}
