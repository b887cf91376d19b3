import { deliveryLimit } from './queue-type';

/** The broker itself dead-letters what a quorum queue delivered too often, with no reason of ours. */
export function reasonOfBroker(headers: Record<string, unknown>): string | undefined {
  const [death] = (headers['x-death'] ?? []) as { reason?: unknown }[];
  if (death?.reason !== 'delivery_limit') return undefined;
  return `Returned more than ${deliveryLimit} times: the consumer's process ended, or lost its connection, each time`;
}
