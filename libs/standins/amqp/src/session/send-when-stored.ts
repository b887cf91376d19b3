import { AmqpError } from '../wire/amqp-error';
import type { Arguments } from '../wire/method-codec';
import type { MethodName } from '../wire/method-table';
import type { Channel } from './channel';
import { failChannel } from './closing';

/** Answers a change of definitions once it is durable. Until then the connection dispatches no further frames. */
export function sendWhenStored<N extends MethodName>(channel: Channel, name: N, args: Arguments<N>): void {
  const { connection } = channel;
  const stored = connection.broker.store.definitionsStored();
  if (!stored) {
    channel.send(name, args);
    return;
  }
  const finishWith = (answer: () => void) => () => {
    if (!channel.isClosing) answer();
    connection.resume();
  };
  connection.isSuspended = true;
  const fail = () => failChannel(channel, diskFull('the definition could not be stored'), undefined);
  stored.then(
    finishWith(() => channel.send(name, args)),
    finishWith(fail),
  );
}

/** The error for a request that cannot be stored. It closes the channel only. */
export const diskFull = (text: string) => new AmqpError(506, `${text}: the disk is full`, { closesConnection: false });
