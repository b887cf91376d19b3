import type { ConfirmChannel, GetMessage, Options } from 'amqplib';
import { giveBack } from './give-back';
import { publishMandatory } from './publish-mandatory';
import { reasonOfBroker } from './reason-of-broker';

/** What becomes of a message: it stays as it is, it goes, or this takes the place of its content. */
export type Decide = (message: { content: Buffer; isDead: boolean }) => 'keep' | 'remove' | Buffer;
export type Rewritten = { removed: number; rewritten: number };

type Work = { queue: string; isDead: boolean; decide: Decide; signal: AbortSignal };
/** Work on channels that are closed after it. */
export type OnChannels = <T>(count: number, work: (channels: ConfirmChannel[]) => Promise<T>) => Promise<T>;

/** Each message costs a round trip: a long queue is looked through on several channels at once. */
const perChannel = 100;
const maxChannels = 16;

/**
 * Looks through a queue that nothing consumes. A message is acknowledged once the broker has confirmed what takes its
 * place, which goes to the queue under the same exchange and routing key. Those that stay return to it at the end, also
 * when the process dies.
 */
export async function rewriteQueue(onChannels: OnChannels, { queue, isDead, decide, signal }: Work) {
  const done: Rewritten = { removed: 0, rewritten: 0 };
  const { messageCount } = await onChannels(1, ([channel]) => channel!.checkQueue(queue));
  let seen = 0;
  let held = 0;
  const look = async (channel: ConfirmChannel) => {
    // What was rewritten is not looked at again.
    while (seen < messageCount && !signal.aborted) {
      seen++;
      const message = await channel.get(queue);
      if (!message) break;
      const wanted = decide({ content: message.content, isDead });
      if (wanted === 'keep') {
        held++;
        continue;
      }
      if (wanted !== 'remove') await replace(channel, message, wanted);
      channel.ack(message);
      done[wanted === 'remove' ? 'removed' : 'rewritten']++;
    }
  };
  const count = Math.min(maxChannels, Math.ceil(messageCount / perChannel));
  if (count === 0) return done;
  await onChannels(count, async (channels) => {
    // A message that returns earlier would be looked at again, in the place of another one.
    await Promise.all(channels.map(look));
    await giveBack(channels, queue, held);
  });
  return done;
}

async function replace(channel: ConfirmChannel, message: GetMessage, content: Buffer): Promise<void> {
  const { exchange, routingKey: key } = message.fields;
  if (!(await publishMandatory(channel, { exchange, key, content, options: optionsOf(message) })))
    throw new Error(`No queue is bound to ${exchange}`);
}

/** The properties of a message, without those that only its sender or the broker may set. */
function optionsOf({ properties }: GetMessage): Options.Publish {
  const { userId: _sender, ...others } = properties;
  const headers = (properties.headers ?? {}) as Record<string, unknown>;
  const { 'x-delivery-count': _deliveries, 'x-acquired-count': _acquired, ...own } = headers;
  const reason = reasonOfBroker(headers);
  return {
    ...others,
    headers: { ...own, ...(reason ? { 'x-reason': reason } : {}) },
    expiration: expirationOf(properties),
  };
}

/** A dead letter expires when it would have expired. */
function expirationOf({ expiration, timestamp }: GetMessage['properties']): number | undefined {
  if (expiration === undefined) return undefined;
  const elapsedMs = typeof timestamp === 'number' ? Date.now() - timestamp * 1_000 : 0;
  return Math.max(1, Math.round(Number(expiration) - Math.max(0, elapsedMs)));
}
