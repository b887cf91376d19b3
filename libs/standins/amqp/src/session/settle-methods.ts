import { AmqpError } from '../wire/amqp-error';
import type { Arguments } from '../wire/method-codec';
import type { Channel } from './channel';
import { requeueAll, settleByTag } from './settlement';

function recoverDeliveries(channel: Channel, requeue: boolean): void {
  if (!requeue) throw new AmqpError(540, 'requeue=false');
  requeueAll(channel);
}

export const settleMethods = {
  'basic.ack'(channel: Channel, { deliveryTag, multiple }: Arguments<'basic.ack'>) {
    settleByTag(channel, deliveryTag, multiple, 'ack');
  },
  'basic.nack'(channel: Channel, { deliveryTag, multiple, requeue }: Arguments<'basic.nack'>) {
    settleByTag(channel, deliveryTag, multiple, requeue ? 'requeue' : 'reject');
  },
  'basic.reject'(channel: Channel, { deliveryTag, requeue }: Arguments<'basic.reject'>) {
    settleByTag(channel, deliveryTag, false, requeue ? 'requeue' : 'reject');
  },
  'basic.recover-async'(channel: Channel, { requeue }: Arguments<'basic.recover-async'>) {
    recoverDeliveries(channel, requeue);
  },
  'basic.recover'(channel: Channel, { requeue }: Arguments<'basic.recover'>) {
    recoverDeliveries(channel, requeue);
    channel.send('basic.recover-ok', {});
  },
};
