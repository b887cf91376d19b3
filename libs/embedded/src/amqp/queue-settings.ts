import { AmqpError, unsupported } from './amqp-error';
import type { Field, Table } from './field-table';
import { textOf } from './field-table';

export type QueueSettings = {
  readonly messageTtl: number;
  readonly expires: number;
  readonly maxLength: number;
  readonly overflow: 'drop-head' | 'reject-publish';
  readonly deadLetterExchange: string | undefined;
  readonly deadLetterRoutingKey: string | undefined;
};

/** RabbitMQ's limit of a time to live: ten years. */
export const longestTime = 315_360_000_000;

type Check = (name: string, field: Field, where: string) => void;

const integerTypes = 'bBsuIil';

function wholeNumber(smallest: number, largest = Infinity): Check {
  return (name, { type, value }, where) => {
    const refuse = (reason: string) => new AmqpError(406, `invalid arg '${name}' for ${where}: ${reason}`);
    if (!integerTypes.includes(type)) throw refuse(`"expected integer, got ${typeName(type)}"`);
    const number = Number(value);
    if (number < 0) throw refuse(`{value_negative,${number}}`);
    if (number < smallest) throw refuse(`{value_zero,${number}}`);
    if (number > largest) throw refuse(`{value_too_large,${number}}`);
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
  if (textOf(field) !== 'classic') throw unsupported(`argument '${name}' other than 'classic' for ${where}`);
};

/** The allow-list, in the order in which RabbitMQ looks at them: an argument not named here is refused. */
const checks: Record<string, Check> = {
  'x-expires': wholeNumber(1, longestTime),
  'x-message-ttl': wholeNumber(0, longestTime),
  'x-dead-letter-exchange': text,
  'x-dead-letter-routing-key': text,
  'x-max-length': wholeNumber(0),
  'x-overflow': overflow,
  'x-queue-type': queueType,
};

/** The arguments there are, in the order in which they are compared. */
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

/** RabbitMQ's word for a field's type. */
export function typeName(type: string): string {
  return typeNames[type] ?? type;
}

/** A queue's arguments as settings; refuses what is unknown or out of range. */
export function queueSettings(where: string, args: Table): QueueSettings {
  for (const [name, field] of args) {
    const check = checks[name];
    if (!check) throw unsupported(`argument '${name}' for ${where}`);
    check(name, field, where);
  }
  if (args.has('x-dead-letter-routing-key') && !args.has('x-dead-letter-exchange')) {
    const reason = 'routing_key_but_no_dlx_defined';
    throw new AmqpError(406, `invalid arg 'x-dead-letter-routing-key' for ${where}: ${reason}`);
  }
  const number = (name: string) => Number(args.get(name)?.value ?? Infinity);
  return {
    messageTtl: number('x-message-ttl'),
    expires: number('x-expires'),
    maxLength: number('x-max-length'),
    overflow: textOf(args.get('x-overflow')) === 'reject-publish' ? 'reject-publish' : 'drop-head',
    deadLetterExchange: textOf(args.get('x-dead-letter-exchange')),
    deadLetterRoutingKey: textOf(args.get('x-dead-letter-routing-key')),
  };
}
