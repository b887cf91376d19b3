import { randomBytes } from 'node:crypto';
import type { Queue } from '../broker/queue';
import { addQueue } from '../broker/queue-registry';
import { argumentNames, queueSettings, typeName } from '../broker/queue-settings';
import { checkKind, queueTypeOf } from '../broker/queue-type';
import { AmqpError, inVhost } from '../wire/amqp-error';
import type { Field } from '../wire/field-table';
import type { Arguments } from '../wire/method-codec';
import type { Channel } from './channel';
import { assertAccess, findQueue } from './queue-lookup';

function describe(field: Field | undefined, other: Field | undefined): string {
  if (!field) return 'none';
  return other ? `'${String(field.value)}'` : `the value '${String(field.value)}' of type '${typeName(field.type)}'`;
}

function assertEquivalent(queue: Queue, args: Arguments<'queue.declare'>): void {
  const where = inVhost('queue', queue.name);
  for (const [label, received, current] of [
    ['durable', args.durable, queue.durable],
    ['auto_delete', args.autoDelete, queue.autoDelete],
  ]) {
    if (received === current) continue;
    const text = `inequivalent arg '${label}' for ${where}: received '${received}' but current is '${current}'`;
    throw new AmqpError(406, text);
  }
  for (const name of argumentNames) {
    const received = args.arguments.get(name);
    const current = queue.arguments.get(name);
    if (String(received?.value) === String(current?.value)) continue;
    // A queue without a type is classic.
    if (name === 'x-queue-type' && queueTypeOf(args.arguments) === queue.settings.type) continue;
    const values = `received ${describe(received, current)} but current is ${describe(current, received)}`;
    throw new AmqpError(406, `inequivalent arg '${name}' for ${where}: ${values}`);
  }
}

function assertSameOwner(channel: Channel, queue: Queue, exclusive: boolean): void {
  assertAccess(channel, queue);
  if (exclusive && queue.owner === undefined) assertAccess(channel, { ...queue, owner: queue });
  if (!exclusive && queue.owner !== undefined) assertAccess(channel, { ...queue, owner: queue });
}

/** The queue that a client declares: an existing one with the same properties, or a new one. */
export function declareQueue(channel: Channel, args: Arguments<'queue.declare'>): Queue {
  const { broker } = channel.connection;
  if (args.passive) return findQueue(channel, args.queue);
  const name = args.queue || `amq.gen-${randomBytes(16).toString('base64url')}`;
  const settings = queueSettings(inVhost('queue', name), args.arguments);
  const existing = broker.queues.get(name);
  if (existing) {
    assertSameOwner(channel, existing, args.exclusive);
    assertEquivalent(existing, args);
    return existing;
  }
  if (args.queue.startsWith('amq.')) {
    throw new AmqpError(403, `queue name '${name}' contains reserved prefix 'amq.*'`);
  }
  const { durable, exclusive, autoDelete } = args;
  checkKind(inVhost('queue', name), args.arguments, { named: args.queue !== '', durable, exclusive, autoDelete });
  const owner = args.exclusive ? channel.connection : undefined;
  return addQueue(broker, { name, durable, autoDelete, arguments: args.arguments, settings }, { owner });
}
