import { AmqpError, unsupported } from '../wire/amqp-error';
import { textOf, type Field, type Table } from '../wire/field-table';
import { checkQueueType, checkTypeOfArguments, queueTypeOf, type QueueType } from './queue-type';

export type QueueSettings = {
  readonly type: QueueType;
  /** Beyond this number of returns a message is dead-lettered. */
  readonly deliveryLimit: number;
  /** A dead letter without a queue to go to stays where it is. */
  readonly deadLettersSafely: boolean;
  readonly messageTtlMs: number;
  readonly expiresMs: number;
  readonly maxLength: number;
  readonly overflow: 'drop-head' | 'reject-publish';
  readonly deadLetterExchange: string | undefined;
  readonly deadLetterRoutingKey: string | undefined;
};

/** RabbitMQ's maximum time to live: ten years. */
export const maxTtlMs = 315_360_000_000;

type Check = (name: string, field: Field, where: string) => void;

const integerTypes = 'bBsuIil';

function integer(min: number, max = Infinity): Check {
  return (name, { type, value }, where) => {
    const refuse = (reason: string) => new AmqpError(406, `invalid arg '${name}' for ${where}: ${reason}`);
    if (!integerTypes.includes(type)) throw refuse(`"expected integer, got ${typeName(type)}"`);
    const number = Number(value);
    if (number < 0) throw refuse(`{value_negative,${number}}`);
    if (number < min) throw refuse(`{value_zero,${number}}`);
    if (number > max) throw refuse(`{value_too_large,${number}}`);
  };
}

const text: Check = (name, field, where) => {
  if (textOf(field) !== undefined) return;
  throw new AmqpError(406, `invalid type '${typeName(field.type)}' for arg '${name}' in ${where}`);
};

const overflow: Check = (name, field, where) => {
  const value = textOf(field);
  const refuse = (reason: string) => new AmqpError(406, `invalid arg '${name}' for ${where}: ${reason}`);
  if (value === undefined) throw refuse(`{unacceptable_type,${typeName(field.type)}}`);
  if (value === 'reject-publish-dlx') throw unsupported(`'${name}' = '${value}'`);
  if (value === 'drop-head' || value === 'reject-publish') return;
  throw refuse('invalid_overflow');
};

const queueType: Check = (name, field, where) => {
  text(name, field, where);
  checkQueueType(name, textOf(field), where);
};

const deadLetterStrategy: Check = (name, field, where) => {
  text(name, field, where);
  if (['at-most-once', 'at-least-once'].includes(textOf(field)!)) return;
  throw new AmqpError(406, `invalid arg '${name}' for ${where}: invalid_dlx_strategy`);
};

/** The allowed arguments, in the order in which RabbitMQ checks them. Any other argument is refused. */
const checks: Record<string, Check> = {
  'x-expires': integer(1, maxTtlMs),
  'x-message-ttl': integer(0, maxTtlMs),
  'x-dead-letter-exchange': text,
  'x-dead-letter-routing-key': text,
  'x-dead-letter-strategy': deadLetterStrategy,
  'x-max-length': integer(0),
  'x-overflow': overflow,
  'x-queue-type': queueType,
  'x-quorum-initial-group-size': integer(1),
  'x-delivery-limit': integer(0),
};

/** The allowed arguments, in the order in which a redeclaration compares them. */
export const argumentNames = Object.keys(checks);

const typeNames: Record<string, string> = {
  b: 'byte',
  B: 'unsignedbyte',
  s: 'short',
  u: 'unsignedshort',
  I: 'signedint',
  i: 'unsignedint',
  l: 'long',
  f: 'float',
  d: 'double',
  S: 'longstr',
  x: 'binary',
  t: 'bool',
  T: 'timestamp',
  F: 'table',
  A: 'array',
  D: 'decimal',
  V: 'void',
};

/** RabbitMQ's name of a field's type. */
export function typeName(type: string): string {
  return typeNames[type] ?? type;
}

/** The settings in a queue's arguments. Unknown arguments and values out of range are refused. */
export function queueSettings(where: string, args: Table): QueueSettings {
  for (const [name, field] of args) {
    const check = checks[name];
    if (!check) throw unsupported(`argument '${name}' for ${where}`);
    check(name, field, where);
  }
  checkTypeOfArguments(where, args);
  if (args.has('x-dead-letter-routing-key') && !args.has('x-dead-letter-exchange')) {
    const reason = 'routing_key_but_no_dlx_defined';
    throw new AmqpError(406, `invalid arg 'x-dead-letter-routing-key' for ${where}: ${reason}`);
  }
  const number = (name: string) => Number(args.get(name)?.value ?? Infinity);
  const overflow = textOf(args.get('x-overflow')) === 'reject-publish' ? 'reject-publish' : 'drop-head';
  const isAtLeastOnce = textOf(args.get('x-dead-letter-strategy')) === 'at-least-once';
  return {
    type: queueTypeOf(args),
    deliveryLimit: number('x-delivery-limit'),
    deadLettersSafely: isAtLeastOnce && overflow === 'reject-publish' && args.has('x-dead-letter-exchange'),
    messageTtlMs: number('x-message-ttl'),
    expiresMs: number('x-expires'),
    maxLength: number('x-max-length'),
    overflow,
    deadLetterExchange: textOf(args.get('x-dead-letter-exchange')),
    deadLetterRoutingKey: textOf(args.get('x-dead-letter-routing-key')),
  };
}
