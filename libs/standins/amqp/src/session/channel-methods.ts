import { AmqpError, unsupported } from '../wire/amqp-error';
import type { Arguments, Method } from '../wire/method-codec';
import type { MethodName } from '../wire/method-table';
import type { Channel } from './channel';
import { consumerMethods } from './consumer-methods';
import { exchangeMethods } from './exchange-methods';
import { checkPublish } from './publish';
import { queueMethods } from './queue-methods';
import { settleMethods } from './settle-methods';

type Handlers = { [N in MethodName]?: (channel: Channel, args: Arguments<N>) => void };

const handlers: Handlers = {
  ...exchangeMethods,
  ...queueMethods,
  ...consumerMethods,
  ...settleMethods,
  'basic.publish'(channel, args) {
    checkPublish(channel, args);
    channel.incoming = { args, properties: undefined, bodyLength: 0, receivedLength: 0, parts: [] };
  },
  'channel.open'() {
    throw new AmqpError(504, "second 'channel.open' seen");
  },
  'channel.flow'(channel, { active }) {
    if (!active) throw new AmqpError(540, 'active=false');
    channel.send('channel.flow-ok', { active });
  },
  'confirm.select'(channel, { nowait }) {
    channel.confirms = true;
    if (!nowait) channel.send('confirm.select-ok', {});
  },
};

/** Runs a method on an open channel. */
export function handleMethod(channel: Channel, method: Method): void {
  const handler = handlers[method.name] as ((channel: Channel, args: Method['args']) => void) | undefined;
  if (!handler) throw unsupported(`method '${method.name}'`);
  handler(channel, method.args);
}
