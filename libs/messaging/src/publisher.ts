import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfirmChannel, Options } from 'amqplib';

/** The broker cannot be reached, or did not confirm in time. What was published may or may not have arrived. */
export class BrokerDown extends Error {}

export type Outgoing = { exchange: string; key: string; content: Buffer; options?: Options.Publish };
export type Publisher = (outgoing: Outgoing) => Promise<void>;

const confirmWithin = 5_000;
const mostUnconfirmed = 1_000;

/** Publishes and waits for the broker's confirm. At most a thousand messages are unconfirmed at once. */
export function publisher(current: () => ConfirmChannel | undefined): Publisher {
  let unconfirmed = 0;
  return async ({ exchange, key, content, options }) => {
    const deadline = Date.now() + confirmWithin;
    while (unconfirmed >= mostUnconfirmed) {
      if (Date.now() > deadline) throw new BrokerDown('The broker is too slow');
      await sleep(5);
    }
    const channel = current();
    if (!channel) throw new BrokerDown('There is no connection to the broker');
    unconfirmed++;
    try {
      await confirmed(channel, { exchange, key, content, options });
    } finally {
      unconfirmed--;
    }
  };
}

function confirmed(channel: ConfirmChannel, { exchange, key, content, options }: Outgoing): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new BrokerDown('The broker did not confirm in time')), confirmWithin);
    const settle = (error: unknown) => {
      clearTimeout(tooLate);
      if (error) reject(new BrokerDown('The broker did not take the message', { cause: error }));
      else resolve();
    };
    try {
      channel.publish(exchange, key, content, { persistent: true, ...options }, settle);
    } catch (error) {
      settle(error);
    }
  });
}
