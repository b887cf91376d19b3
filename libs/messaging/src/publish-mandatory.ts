import type { ConfirmChannel } from 'amqplib';
import type { Outgoing } from './publisher';

/** False if no queue takes the message: without `mandatory` the broker would confirm it and drop it. */
export async function publishMandatory(
  channel: ConfirmChannel,
  { exchange, key, content, options }: Outgoing,
): Promise<boolean> {
  let isTaken = true;
  const onReturn = () => (isTaken = false);
  channel.once('return', onReturn);
  channel.publish(exchange, key, content, { ...options, persistent: true, mandatory: true });
  await channel.waitForConfirms();
  channel.off('return', onReturn);
  return isTaken;
}
