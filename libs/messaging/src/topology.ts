import type { Channel } from 'amqplib';

/** Names of everything Herald declares at a broker; `namespace` keeps several Heralds apart. */
export function topologyOf(namespace: string) {
  return {
    /** All messages are published here, under their type. */
    events: `${namespace}.events`,
    /** Messages that cannot be handled, with the reason in their headers. */
    dead: `${namespace}.dead`,
    /** A queue and exchange that hold a message for some seconds and give it back to the queue it came from. */
    wait: (seconds: number) => `${namespace}.wait.${seconds}s`,
    queue: (service: string, consumer: string) => `${namespace}.${service}.${consumer}`,
  };
}

export type Topology = ReturnType<typeof topologyOf>;

/** Seconds before each further try; the last one repeats. */
export const retryWaits = [1, 5, 30, 120, 600];

/** The longest wait that does not go beyond so many seconds: who must wait longer waits several times. */
export function waitFor(seconds: number): number {
  return retryWaits.findLast((wait) => wait <= seconds) ?? retryWaits[0]!;
}

/** Declares what all services share. Every service may do it, in any order. */
export async function declareShared(channel: Channel, topology: Topology): Promise<void> {
  await channel.assertExchange(topology.events, 'topic', { durable: true });
  await channel.assertQueue(topology.dead, { durable: true });
  for (const seconds of retryWaits) {
    const name = topology.wait(seconds);
    await channel.assertExchange(name, 'fanout', { durable: true });
    // The routing key is the queue a message came from; an empty dead-letter exchange leads back to it by name.
    const options = { durable: true, messageTtl: seconds * 1000, deadLetterExchange: '' };
    await channel.assertQueue(name, options);
    await channel.bindQueue(name, name, '');
  }
}
