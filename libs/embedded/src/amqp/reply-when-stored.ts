import { AmqpError } from './amqp-error';
import type { Channel } from './channel';
import { failChannel } from './closing';
import type { Arguments } from './method-codec';
import type { MethodName } from './method-table';

/** Answers a change of definitions once it is on disk; until then no further frames of the connection are read. */
export function replyWhenStored<N extends MethodName>(channel: Channel, name: N, args: Arguments<N>): void {
  const { connection } = channel;
  const stored = connection.broker.store.definitionsStored();
  if (!stored) {
    channel.send(name, args);
    return;
  }
  const answer = (run: () => void) => () => {
    if (!channel.closing) run();
    connection.release();
  };
  connection.isHeld = true;
  const refuse = () => failChannel(channel, diskFull('the definition could not be stored'), undefined);
  stored.then(
    answer(() => channel.send(name, args)),
    answer(refuse),
  );
}

/** Ends a channel whose request the disk did not accept. */
export const diskFull = (text: string) => new AmqpError(506, `${text}: the disk is full`, { closesConnection: false });
