import type { Channel } from './channel';

/** Confirms a publish once it is committed, together with those before it; a refused one at once. */
export function confirm(channel: Channel, refused: boolean): void {
  if (!channel.confirms) return;
  const deliveryTag = ++channel.published;
  if (refused) {
    channel.send('basic.nack', { deliveryTag, multiple: false, requeue: false });
    return;
  }
  channel.connection.broker.store.afterCommit(channel, (isStored) => {
    const multiple = deliveryTag > channel.confirmed + 1;
    channel.confirmed = deliveryTag;
    if (channel.closing) return;
    if (isStored) channel.send('basic.ack', { deliveryTag, multiple });
    else channel.send('basic.nack', { deliveryTag, multiple, requeue: false });
  });
}
