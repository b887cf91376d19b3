import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfirmChannel, Options } from 'amqplib';

/** The broker cannot be reached, or did not confirm in time. What was published may or may not have arrived. */
export class BrokerDown extends Error {}

export type Outgoing = { exchange: string; key: string; content: Buffer; options?: Options.Publish };
export type Publisher = {
  (outgoing: Outgoing): Promise<void>;
  /** True while published messages are being confirmed. */
  isConfirming(): boolean;
};

const confirmTimeoutMs = 5_000;
const maxUnconfirmed = 1_000;
const maxUnconfirmedBytes = 64 * 1_048_576;

/**
 * Publishes and waits for the broker's confirm. Unconfirmed messages are bounded in number and bytes: they stay in memory
 * until the broker confirms them or the channel closes, also after their publisher gave up waiting.
 */
export function publisher(current: () => ConfirmChannel | undefined): Publisher {
  let unconfirmed = 0;
  let unconfirmedBytes = 0;
  let isStalled = false;

  const confirmed = (channel: ConfirmChannel, { exchange, key, content, options }: Outgoing): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        isStalled = true;
        reject(new BrokerDown('The broker did not confirm in time'));
      }, confirmTimeoutMs);
      const settle = (error: unknown) => {
        clearTimeout(timer);
        isStalled = false;
        unconfirmed--;
        unconfirmedBytes -= content.length;
        if (error) reject(new BrokerDown('The broker did not take the message', { cause: error }));
        else resolve();
      };
      unconfirmed++;
      unconfirmedBytes += content.length;
      try {
        channel.publish(exchange, key, content, { persistent: true, ...options }, settle);
      } catch (error) {
        settle(error);
      }
    });

  const publish = async (outgoing: Outgoing) => {
    const deadline = performance.now() + confirmTimeoutMs;
    while (unconfirmed >= maxUnconfirmed || unconfirmedBytes >= maxUnconfirmedBytes) {
      if (isStalled || performance.now() > deadline) throw new BrokerDown('The broker is too slow');
      await sleep(5);
    }
    // A stalled broker would cost every caller the whole timeout: the next confirm or a new channel ends the stall.
    if (isStalled) throw new BrokerDown('The broker does not confirm');
    const channel = current();
    if (!channel) throw new BrokerDown('There is no channel to the broker');
    await confirmed(channel, outgoing);
  };
  return Object.assign(publish, { isConfirming: () => current() !== undefined && !isStalled });
}
