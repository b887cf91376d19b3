import type { Channel } from './channel';

/**
 * Confirms a published message in confirm mode: a refused one at once with nack, any other after its commit. One
 * confirmation covers all earlier messages of the same commit.
 */
export function confirm(channel: Channel, isRefused: boolean): void {
  if (!channel.confirms) return;
  const deliveryTag = ++channel.lastPublished;
  if (isRefused) {
    channel.send('basic.nack', { deliveryTag, multiple: false, requeue: false });
    return;
  }
  channel.connection.broker.store.afterCommit(channel, (isStored) => {
    const multiple = deliveryTag > channel.lastConfirmed + 1;
    channel.lastConfirmed = deliveryTag;
    if (channel.isClosing) return;
    if (isStored) channel.send('basic.ack', { deliveryTag, multiple });
    else channel.send('basic.nack', { deliveryTag, multiple, requeue: false });
  });
}
