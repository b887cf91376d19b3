import { AmqpError, unsupported } from '../wire/amqp-error';
import { textOf, type Table } from '../wire/field-table';

export type QueueType = 'classic' | 'quorum';
/** What a declaration says of a queue beside its arguments. */
type QueueKind = { named: boolean; durable: boolean; exclusive: boolean; autoDelete: boolean };

/** The arguments that only quorum queues take. */
const quorumArguments = ['x-delivery-limit', 'x-dead-letter-strategy', 'x-quorum-initial-group-size'];

/** The type in a queue's arguments: classic unless they name another. */
export const queueTypeOf = (args: Table): QueueType =>
  textOf(args.get('x-queue-type')) === 'quorum' ? 'quorum' : 'classic';

/** Refuses arguments that a queue of this type does not take. */
export function checkTypeOfArguments(where: string, args: Table): void {
  const misplaced = quorumArguments.find((name) => args.has(name));
  if (queueTypeOf(args) === 'quorum' || misplaced === undefined) return;
  throw new AmqpError(406, `invalid arg '${misplaced}' for ${where} of queue type rabbit_classic_queue`);
}

/** Quorum queues are named, durable, and live longer than their clients. */
export function checkKind(where: string, args: Table, { named, durable, exclusive, autoDelete }: QueueKind): void {
  if (queueTypeOf(args) === 'classic') return;
  if (!named) throw new AmqpError(406, 'Cannot declare a server-named queue for type rabbit_quorum_queue');
  const refused = [autoDelete && 'auto-delete', exclusive && 'exclusive-owner', !durable && 'non-durable'];
  const property = refused.find((name) => name);
  if (property) throw new AmqpError(406, `invalid property '${property}' for ${where}`);
}

/** Refuses types other than classic and quorum. */
export function checkQueueType(name: string, value: string | undefined, where: string): void {
  if (value !== 'classic' && value !== 'quorum') throw unsupported(`argument '${name}' = '${value}' for ${where}`);
}
