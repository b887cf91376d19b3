import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfirmChannel } from 'amqplib';

/**
 * Returns the messages that channels hold to their places in the queue. A quorum queue has them a moment later: the
 * next look must not miss them.
 */
export async function giveBack(channels: ConfirmChannel[], queue: string, count: number): Promise<void> {
  if (count === 0) return;
  for (const channel of channels) channel.nackAll(true);
  for (let look = 0; look < 100; look++) {
    if ((await channels[0]!.checkQueue(queue)).messageCount >= count) return;
    await sleep(20);
  }
}
