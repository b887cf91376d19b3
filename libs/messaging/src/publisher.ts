import { flowWindow } from '@herald/concurrency';
import type { ConfirmChannel, Options } from 'amqplib';

/** The broker is not reachable, or did not confirm in time. The message may or may not have arrived. */
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
 * Publishes and waits for the broker's confirm. Unconfirmed messages are bounded in number and bytes: they stay in
 * memory until the broker confirms them or the channel closes, also after their publisher timed out.
 */
export function publisher(current: () => ConfirmChannel | undefined): Publisher {
  const window = flowWindow({ maxItems: maxUnconfirmed, maxBytes: maxUnconfirmedBytes });
  let isStalled = false;
  const stall = (message: string) => {
    isStalled = true;
    window.refuseWaiting(new BrokerDown('The broker is too slow'));
    return new BrokerDown(message);
  };

  const confirmed = (channel: ConfirmChannel, { exchange, key, content, options }: Outgoing): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(stall('The broker did not confirm in time')), confirmTimeoutMs);
      const settle = (error: unknown) => {
        clearTimeout(timer);
        isStalled = false;
        window.leave(content.length);
        if (error) reject(new BrokerDown('The broker did not accept the message', { cause: error }));
        else resolve();
      };
      try {
        channel.publish(exchange, key, content, { persistent: true, ...options }, settle);
      } catch (error) {
        settle(error);
      }
    });

  const publish = async (outgoing: Outgoing) => {
    // A stalled broker would cost every caller the whole timeout: the next confirm or a new channel ends the stall.
    if (isStalled) throw new BrokerDown('The broker does not confirm');
    await window.enter(outgoing.content.length);
    const channel = current();
    if (channel) return confirmed(channel, outgoing);
    window.leave(outgoing.content.length);
    throw new BrokerDown('There is no channel to the broker');
  };
  return Object.assign(publish, { isConfirming: () => current() !== undefined && !isStalled });
}
